package dev.jubelet.calls;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** Opens a connection and closes it. */
final class TcpCalls {
  void connect(String host, int port, Duration timeout) {
    try (Socket _ = Dialer.dial(host, port, CallDeadline.after(timeout))) {
      // That somebody took the connection is all that was asked.
    } catch (IOException failure) {
      throw NetworkErrors.dialing(host, port, failure);
    }
  }
}
