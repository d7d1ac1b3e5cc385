package dev.jubelet.model.meta;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount in the Kubernetes notation: a decimal number with a decimal suffix (m, k, M …), a
 * binary one (Ki, Mi …) or an exponent. It keeps the text it was read from, so that it is written
 * back as people wrote it; two quantities are equal when their amounts are.
 */
public final class Quantity implements Comparable<Quantity> {
  public static final Quantity ZERO = new Quantity("0", BigDecimal.ZERO);

  private static final Pattern FORM =
      Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))([a-zA-Z]*|[eE][+-]?[0-9]+)");
  // Longer text can only be an attack: 2^63 has 19 digits.
  private static final int LENGTH_MAX = 64;
  private static final Map<String, BigDecimal> SUFFIXES =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("n", BigDecimal.valueOf(1, 9)),
          Map.entry("u", BigDecimal.valueOf(1, 6)),
          Map.entry("m", BigDecimal.valueOf(1, 3)),
          Map.entry("k", BigDecimal.TEN.pow(3)),
          Map.entry("M", BigDecimal.TEN.pow(6)),
          Map.entry("G", BigDecimal.TEN.pow(9)),
          Map.entry("T", BigDecimal.TEN.pow(12)),
          Map.entry("P", BigDecimal.TEN.pow(15)),
          Map.entry("E", BigDecimal.TEN.pow(18)),
          Map.entry("Ki", power2(10)),
          Map.entry("Mi", power2(20)),
          Map.entry("Gi", power2(30)),
          Map.entry("Ti", power2(40)),
          Map.entry("Pi", power2(50)),
          Map.entry("Ei", power2(60)));

  private final String text;
  private final BigDecimal amount;

  private Quantity(String text, BigDecimal amount) {
    this.text = text;
    this.amount = amount;
  }

  /**
   * Reads a quantity; the message of the exception is fit to be shown to the person who wrote it.
   */
  public static Quantity parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > LENGTH_MAX || !form.matches()) {
      throw new IllegalArgumentException(
          "quantities must look like 500m, 1.5, 2Gi or 1e3, not \"" + shortened(text) + "\"");
    }
    BigDecimal number = new BigDecimal(form.group(1));
    String suffix = form.group(2);
    BigDecimal factor = SUFFIXES.get(suffix);
    if (factor == null) {
      factor = exponent(text, suffix);
    }
    return new Quantity(text, number.multiply(factor));
  }

  public static Quantity of(long value) {
    return new Quantity(Long.toString(value), BigDecimal.valueOf(value));
  }

  private static BigDecimal exponent(String text, String suffix) {
    if (suffix.length() > 1 && (suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E')) {
      try {
        int power = Integer.parseInt(suffix.substring(1));
        if (Math.abs(power) <= 30) {
          return BigDecimal.ONE.scaleByPowerOfTen(power);
        }
      } catch (NumberFormatException notAnExponent) {
        // Falls through to the one message for all unknown suffixes.
      }
    }
    throw new IllegalArgumentException(
        "unknown suffix \"" + shortened(suffix) + "\" in quantity \"" + shortened(text) + "\"");
  }

  private static String shortened(String text) {
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }

  private static BigDecimal power2(int exponent) {
    return new BigDecimal(BigInteger.TWO.pow(exponent));
  }

  /** Whole units, rounded away from zero as Kubernetes does, capped at the range of a long. */
  public long value() {
    return rounded(amount);
  }

  /** Thousandths, rounded away from zero, capped at the range of a long. */
  public long milliValue() {
    return rounded(amount.scaleByPowerOfTen(3));
  }

  private static long rounded(BigDecimal exact) {
    BigInteger whole = exact.setScale(0, RoundingMode.UP).toBigInteger();
    if (whole.bitLength() > 63) {
      return whole.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return whole.longValue();
  }

  public Quantity plus(Quantity other) {
    return of(amount.add(other.amount));
  }

  public Quantity minus(Quantity other) {
    return of(amount.subtract(other.amount));
  }

  public Quantity max(Quantity other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public boolean isZero() {
    return amount.signum() == 0;
  }

  public int signum() {
    return amount.signum();
  }

  private static Quantity of(BigDecimal sum) {
    BigDecimal plain = sum.stripTrailingZeros();
    if (plain.scale() <= 0) {
      return new Quantity(plain.toBigInteger().toString(), sum);
    }
    return new Quantity(sum.scaleByPowerOfTen(3).setScale(0, RoundingMode.UP) + "m", sum);
  }

  @Override
  public int compareTo(Quantity other) {
    return amount.compareTo(other.amount);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Quantity quantity && amount.compareTo(quantity.amount) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(amount.stripTrailingZeros());
  }

  @Override
  public String toString() {
    return text;
  }
}
