package dev.jubelet.app.command;

import java.time.Duration;

/** Durations as kubectl shows them: two units at most, fewer the longer it is. */
final class Ages {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  private Ages() {}

  static String text(Duration age) {
    long seconds = age.toSeconds();
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 2 * MINUTE) {
      return Math.max(seconds, 0) + "s";
    }
    if (seconds < 10 * MINUTE) {
      return two(seconds / MINUTE, "m", seconds % MINUTE, "s");
    }
    if (seconds < 3 * HOUR) {
      return seconds / MINUTE + "m";
    }
    if (seconds < 8 * HOUR) {
      return two(seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
    }
    if (seconds < 2 * DAY) {
      return seconds / HOUR + "h";
    }
    if (seconds < 8 * DAY) {
      return two(seconds / DAY, "d", seconds % DAY / HOUR, "h");
    }
    if (seconds < 2 * YEAR) {
      return seconds / DAY + "d";
    }
    if (seconds < 8 * YEAR) {
      return two(seconds / YEAR, "y", seconds % YEAR / DAY, "d");
    }
    return seconds / YEAR + "y";
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
