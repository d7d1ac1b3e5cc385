package dev.jubelet.cri;

import java.time.Duration;
import java.time.Instant;

/** CRI counts moments in nanoseconds since 1970 and durations in whole seconds. */
final class WireTime {
  private WireTime() {}

  /** Zero, and the year 1 of Go's empty time, which is negative, mean "never". */
  static Instant instant(long nanos) {
    return nanos <= 0 ? Instant.EPOCH : Instant.ofEpochSecond(0, nanos);
  }

  /** Rounded up: half a second of patience must not become none. */
  static long wholeSeconds(Duration duration) {
    return Math.max(0, Math.ceilDiv(duration.toMillis(), 1000L));
  }
}
