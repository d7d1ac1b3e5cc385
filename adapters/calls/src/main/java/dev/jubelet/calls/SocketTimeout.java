package dev.jubelet.calls;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/**
 * Closes a socket when its time is up, whatever is done with it then: a read, a write, a handshake.
 * Timeouts of single reads would start anew with every byte of a peer that dawdles.
 */
final class SocketTimeout implements AutoCloseable {
  private final Thread guard;

  private SocketTimeout(Thread guard) {
    this.guard = guard;
  }

  static SocketTimeout over(Socket socket, Duration left) {
    return new SocketTimeout(
        Thread.ofVirtual().name("socket timeout").start(() -> closeAfter(left, socket)));
  }

  private static void closeAfter(Duration left, Socket socket) {
    try {
      Thread.sleep(left);
      socket.close();
    } catch (InterruptedException inTime) {
      // The call is over: there is nothing to end.
    } catch (IOException closed) {
      // Whoever uses it notices in any case.
    }
  }

  @Override
  public void close() {
    guard.interrupt();
  }
}
