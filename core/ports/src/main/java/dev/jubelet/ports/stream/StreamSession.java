package dev.jubelet.ports.stream;

import java.util.List;

/** A stream that is served in this process: whoever has the client runs it. */
public sealed interface StreamSession extends StreamTarget {
  /** Exec or attach. */
  record Command(StreamOptions options, RemoteCommand command) implements StreamSession {}

  /**
   * Port-forward.
   *
   * @param ports those that a plain WebSocket client named beforehand
   * @param subject what the ports belong to, for messages
   */
  record Ports(List<Integer> ports, String subject, PortForwarder forwarder)
      implements StreamSession {
    public Ports {
      ports = List.copyOf(ports);
    }
  }
}
