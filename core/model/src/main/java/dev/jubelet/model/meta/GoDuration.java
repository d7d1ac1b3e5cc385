package dev.jubelet.model.meta;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as Kubernetes configuration writes them: {@code 1m30s}, {@code 100ms}, {@code 1.5h}.
 */
public final class GoDuration {
  private static final Pattern PART = Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)([a-zµμ]+)");
  private static final BigDecimal NANOS_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private GoDuration() {}

  /** Reads a duration; the message of the exception is fit to be shown to whoever wrote it. */
  public static Duration parse(String text) {
    String trimmed = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    if (trimmed.equals("0")) {
      return Duration.ZERO;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(trimmed);
    int end = 0;
    while (end < trimmed.length() && part.find() && part.start() == end) {
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2), text)));
      end = part.end();
    }
    if (end == 0 || end < trimmed.length() || text.length() > 64) {
      throw malformed(text);
    }
    if (nanos.compareTo(NANOS_MAX) > 0) {
      throw new IllegalArgumentException("the duration \"" + text + "\" is too long");
    }
    long whole = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
    return Duration.ofNanos(text.startsWith("-") ? -whole : whole);
  }

  private static BigDecimal unit(String unit, String text) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us", "µs", "μs" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> throw malformed(text);
        });
  }

  private static IllegalArgumentException malformed(String text) {
    String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return new IllegalArgumentException(
        "durations must look like 20s, 1m30s or 100ms, not \"" + shown + "\"");
  }

  public static String format(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    Duration size = duration.abs();
    String sign = duration.isNegative() ? "-" : "";
    if (size.compareTo(Duration.ofSeconds(1)) < 0) {
      long nanos = size.toNanos();
      if (nanos < 1_000) {
        return sign + nanos + "ns";
      }
      return nanos < 1_000_000
          ? sign + plain(BigDecimal.valueOf(nanos, 3)) + "µs"
          : sign + plain(BigDecimal.valueOf(nanos, 6)) + "ms";
    }
    BigDecimal seconds =
        BigDecimal.valueOf(size.toSecondsPart()).add(BigDecimal.valueOf(size.toNanosPart(), 9));
    StringBuilder text = new StringBuilder(sign);
    if (size.toHours() > 0) {
      text.append(size.toHours()).append('h');
    }
    if (size.toMinutes() > 0) {
      text.append(size.toMinutesPart()).append('m');
    }
    return text.append(plain(seconds)).append('s').toString();
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
