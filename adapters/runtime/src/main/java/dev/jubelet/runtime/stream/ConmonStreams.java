package dev.jubelet.runtime.stream;

import dev.jubelet.linux.network.SeqpacketSocket;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.TerminalSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A client and a process that a conmon holds. The first byte of a packet tells whether it comes
 * from stdout or stderr; what we send is the process's stdin as it is.
 */
record ConmonStreams(SeqpacketSocket conmon, Path control, ProcessStreams client) {
  private static final byte STDOUT = 2;
  private static final byte STDERR = 3;

  /** conmon sends at most 8 KiB and a byte, and takes at most 32 KiB. */
  private static final int PACKET_MAX = 32 * 1024;

  /** Until the process has ended. */
  void show() throws IOException {
    byte[] packet = new byte[PACKET_MAX];
    for (int size = conmon.receive(packet); size >= 0; size = conmon.receive(packet)) {
      switch (packet[0]) {
        case STDOUT -> {
          client.stdout().write(packet, 1, size - 1);
          client.stdout().flush();
        }
        case STDERR -> {
          client.stderr().write(packet, 1, size - 1);
          client.stderr().flush();
        }
        default -> {
          // A pipe that a later conmon may have.
        }
      }
    }
  }

  /** Whether the end of it also ends the process's stdin, conmon was told at its start. */
  void type() throws IOException {
    byte[] buffer = new byte[PACKET_MAX / 4];
    for (int count = client.stdin().read(buffer); count >= 0; count = client.stdin().read(buffer)) {
      conmon.send(buffer, 0, count);
    }
    conmon.shutdownOutput();
  }

  /** Until there will be no more sizes, or nobody whom to tell. */
  void resize() {
    try {
      for (Optional<TerminalSize> size = client.sizes().next();
          size.isPresent();
          size = client.sizes().next()) {
        ConmonControl.resize(control, size.get());
      }
    } catch (IOException | InterruptedException over) {
      // The process has ended.
      return;
    }
  }
}
