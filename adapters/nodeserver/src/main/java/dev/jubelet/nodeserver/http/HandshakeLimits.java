package dev.jubelet.nodeserver.http;

import java.time.Duration;

/**
 * How many TLS handshakes a port begins. One costs some milliseconds of CPU, and whoever asks for
 * it is not known yet, so nobody may have as many as the machine can do.
 *
 * @param timeout until TLS is agreed on
 * @param perAddress of each source address; of IPv6 of each network of 64 bits
 * @param inSum of all together
 * @param patience how long a client may have to wait for its turn; who would wait longer is cut off
 */
public record HandshakeLimits(Duration timeout, Rate perAddress, Rate inSum, Duration patience) {
  /** An API server is one address, and opens a connection for every exec and port-forward. */
  static final HandshakeLimits USUAL =
      new HandshakeLimits(
          Duration.ofSeconds(30), new Rate(25, 100), new Rate(100, 300), Duration.ofSeconds(5));

  /**
   * @param burst so many at once, after a time with fewer
   */
  public record Rate(int perSecond, int burst) {
    long nanosBetween() {
      return Duration.ofSeconds(1).toNanos() / perSecond;
    }
  }

  public HandshakeLimits within(Duration other) {
    return new HandshakeLimits(other, perAddress, inSum, patience);
  }

  public HandshakeLimits with(Rate ofEach, Rate ofAll) {
    return new HandshakeLimits(timeout, ofEach, ofAll, patience);
  }
}
