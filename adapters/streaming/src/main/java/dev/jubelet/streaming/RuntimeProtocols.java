package dev.jubelet.streaming;

/** What a runtime's streaming server speaks. */
public enum RuntimeProtocols {
  /** SPDY, and WebSocket up to version 4: containerd and CRI-O. */
  SPDY_AND_WEBSOCKET,
  SPDY_ONLY
}
