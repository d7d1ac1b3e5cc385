package dev.jubelet.cri.messages;

import java.time.Duration;
import java.time.Instant;

/** CRI counts moments in nanoseconds since 1970 and durations in whole seconds. */
public final class WireTime {
  private WireTime() {}

  /** Zero, and the year 1 of Go's empty time, which is negative, mean "never". */
  public static Instant instant(long nanos) {
    return nanos <= 0 ? Instant.EPOCH : Instant.ofEpochSecond(0, nanos);
  }

  public static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  /** Rounded up: half a second of patience must not become none. */
  public static long wholeSeconds(Duration duration) {
    return Math.max(0, Math.ceilDiv(duration.toMillis(), 1000L));
  }

  /** Negative ones make no sense; the longest one is a century, which can be added to a clock. */
  public static Duration duration(long seconds) {
    return Duration.ofSeconds(Math.clamp(seconds, 0, 100L * 365 * 86_400));
  }
}
