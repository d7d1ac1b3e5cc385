package dev.jubelet.streaming;

import dev.jubelet.ports.ContainerStreams.StreamOptions;
import java.util.List;

/** What serves a client that asked to stream. */
public sealed interface StreamSession {
  record Command(StreamOptions options, RemoteCommand command) implements StreamSession {}

  /**
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
