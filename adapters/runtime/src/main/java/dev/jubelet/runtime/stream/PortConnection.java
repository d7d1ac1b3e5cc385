package dev.jubelet.runtime.stream;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.PortForwarder;
import dev.jubelet.runtime.stream.ReachableContainers.Ready;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Carries bytes between a client and a port of a sandbox.
 *
 * @param sandbox looked up for every connection, since it may end meanwhile
 */
record PortConnection(Supplier<Ready> sandbox) implements PortForwarder {
  /** How long a client may go on sending to a server that has said its last word. */
  private static final Duration ONE_SIDED = Duration.ofMinutes(10);

  @Override
  public void forward(int port, Flow client) throws IOException, InterruptedException {
    try (SocketChannel server = SandboxPort.connect(sandbox.get(), port)) {
      Thread up = Thread.ofVirtual().name("port-forward up").start(() -> carryUp(client, server));
      try {
        Channels.newInputStream(server).transferTo(client.output());
        client.output().close();
        up.join(ONE_SIDED);
      } finally {
        up.interrupt();
      }
    }
  }

  private static void carryUp(Flow client, SocketChannel server) {
    try {
      client.input().transferTo(Channels.newOutputStream(server));
      server.shutdownOutput();
    } catch (IOException over) {
      // The server hung up, or the client has gone: nobody is there for the rest.
      close(server);
    }
  }

  private static void close(SocketChannel server) {
    try {
      server.close();
    } catch (IOException closed) {
      // It is gone either way.
      return;
    }
  }
}
