package dev.jubelet.bench.report;

import java.util.Locale;

/**
 * A goal and how far it was reached.
 *
 * @param value in the same unit as the limit
 * @param format of both
 */
public record Target(String what, double value, double limit, String format) {
  /** How our median compares to somebody else's. */
  public static Target ratio(String what, double ours, double theirs, double limit) {
    return new Target(what, ours / theirs, limit, "%.2f ×");
  }

  public boolean met() {
    return value <= limit;
  }

  public String valueText() {
    return String.format(Locale.ROOT, format, value);
  }

  public String limitText() {
    return "at most " + String.format(Locale.ROOT, format, limit);
  }
}
