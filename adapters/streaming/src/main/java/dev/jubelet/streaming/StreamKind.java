package dev.jubelet.streaming;

import dev.jubelet.ports.stream.StreamOptions;
import java.util.List;

/** What a client wants to stream. */
public sealed interface StreamKind {
  /** Exec or attach. */
  record Command(StreamOptions options) implements StreamKind {}

  /**
   * Port-forward. Only plain WebSocket clients name the ports beforehand; with SPDY each stream
   * does.
   */
  record Ports(List<Integer> ports) implements StreamKind {
    public Ports {
      ports = List.copyOf(ports);
    }
  }

  static StreamKind command(StreamOptions options) {
    return new Command(options);
  }

  static StreamKind ports(List<Integer> ports) {
    return new Ports(ports);
  }
}
