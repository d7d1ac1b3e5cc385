package dev.jubelet.runtime.stream;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as Go writes them, which is what readers of these messages know. */
final class GoDurationText {
  private GoDurationText() {}

  static String of(Duration duration) {
    if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
      return decimal(duration.toNanos(), 6) + "ms";
    }
    long hours = duration.toHours();
    String seconds = decimal(duration.minusMinutes(duration.toMinutes()).toNanos(), 9) + "s";
    if (hours > 0) {
      return hours + "h" + duration.toMinutesPart() + "m" + seconds;
    }
    return duration.toMinutes() > 0 ? duration.toMinutes() + "m" + seconds : seconds;
  }

  private static String decimal(long nanos, int places) {
    return BigDecimal.valueOf(nanos, places).stripTrailingZeros().toPlainString();
  }
}
