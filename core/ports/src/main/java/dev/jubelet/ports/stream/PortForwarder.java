package dev.jubelet.ports.stream;

import java.io.IOException;

/** Ports behind port-forward. */
@FunctionalInterface
public interface PortForwarder {
  /**
   * Carries one connection to a port until both sides are done; blocks a virtual thread, which is
   * interrupted once the client has gone.
   *
   * @throws IOException when it failed; the client is told the message
   */
  void forward(int port, Flow client) throws IOException, InterruptedException;
}
