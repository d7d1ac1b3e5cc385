package dev.jubelet.nodeserver.http;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * What a port puts up with.
 *
 * @param connections open at once; one more takes the place of the one that has waited longest, or
 *     is refused when all have been let in and are being served
 * @param request from its first byte until all of it is here
 * @param idle between two requests
 * @param stalled how long a client may take none of what it is sent
 * @param keepAlive whether a connection may ask more than once
 */
@RecordBuilder
public record PortLimits(
    int connections,
    HandshakeLimits handshakes,
    Duration request,
    Duration idle,
    Duration stalled,
    int headerBytes,
    int bodyBytes,
    boolean keepAlive) {
  private static final Duration SHORT = Duration.ofSeconds(10);

  /**
   * Of the kubelet's HTTPS port; 90 s is what Go's clients keep a connection for. A hundred callers
   * at once on a busy machine take longer to be heard than one would think, and who only holds a
   * connection gives way to newcomers anyway.
   */
  public static final PortLimits NODE =
      new PortLimits(
          1024,
          HandshakeLimits.USUAL,
          Duration.ofSeconds(30),
          Duration.ofSeconds(90),
          Duration.ofSeconds(30),
          64 * 1024,
          64 * 1024,
          true);

  /** Of the plain port for health checks. */
  public static final PortLimits HEALTH =
      new PortLimits(
          256,
          HandshakeLimits.USUAL,
          Duration.ofSeconds(5),
          SHORT,
          Duration.ofSeconds(30),
          8 * 1024,
          1024,
          false);

  /** Of the unix socket for the node's own user. */
  public static final PortLimits SOCKET =
      new PortLimits(
          64,
          HandshakeLimits.USUAL,
          Duration.ofSeconds(5),
          SHORT,
          Duration.ofSeconds(30),
          8 * 1024,
          1024,
          false);
}
