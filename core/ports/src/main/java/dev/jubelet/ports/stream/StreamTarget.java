package dev.jubelet.ports.stream;

import java.net.URI;

/** Where a runtime serves a stream: in this process, or at a streaming server of its own. */
public sealed interface StreamTarget permits StreamSession, StreamTarget.Url {
  /** A client is led there. It is good for one client only. */
  record Url(URI address) implements StreamTarget {}
}
