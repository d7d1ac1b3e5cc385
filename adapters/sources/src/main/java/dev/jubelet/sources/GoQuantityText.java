package dev.jubelet.sources;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The insides of a Go quantity: a whole number with a decimal exponent where that is enough, else
 * an exact decimal, and the text that it came from if that is how it would be written again.
 */
final class GoQuantityText {
  private static final Pattern FORM =
      Pattern.compile("[+-]?0*([0-9]*)(?:\\.([0-9]*))?([a-zA-Z]*|[eE][+-]?[0-9]+)");
  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final List<String> BINARY = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
  private static final int DIGITS_MAX = 18;
  private static final int BINARY_DIGITS_MAX = 14;
  private static final int MILLI = -3;
  private static final int NANO = -9;

  private GoQuantityText() {}

  /** Whole numbers and exact ones; of the two Go uses one. */
  private sealed interface Amount {
    record Whole(long value, int scale) implements Amount {}

    record Exact(BigDecimal value) implements Amount {}
  }

  private record Parsed(Amount amount, String canonical, String format) {
    Parsed rounded() {
      return switch (amount) {
        case Amount.Exact(BigDecimal value) ->
            new Parsed(new Amount.Exact(value.setScale(-MILLI, RoundingMode.UP)), "", format);
        case Amount.Whole(_, int scale) when scale >= MILLI -> this;
        case Amount.Whole(long value, int scale) -> {
          BigDecimal milli = BigDecimal.valueOf(value, -scale).setScale(-MILLI, RoundingMode.UP);
          yield new Parsed(
              new Amount.Whole(milli.unscaledValue().longValueExact(), MILLI), "", format);
        }
      };
    }

    String text() {
      String whole = whole(0, 0);
      String exact = "<nil>";
      switch (amount) {
        case Amount.Whole(long value, int scale) -> whole = whole(value, scale);
        case Amount.Exact(BigDecimal value) -> exact = exact(value);
      }
      return "{i:(resource.int64Amount)%s d:(resource.infDecAmount){Dec:(*inf.Dec)%s}"
              .formatted(whole, exact)
          + " s:(string)%s Format:(resource.Format)%s}".formatted(canonical, format);
    }

    private static String whole(long value, int scale) {
      return "{value:(int64)%d scale:(resource.Scale)%d}".formatted(value, scale);
    }

    private static String exact(BigDecimal value) {
      StringJoiner words = new StringJoiner(" ", "[", "]");
      BigInteger rest = value.unscaledValue().abs();
      while (rest.signum() != 0) {
        words.add(Long.toUnsignedString(rest.longValue()));
        rest = rest.shiftRight(Long.SIZE);
      }
      return "{unscaled:(big.Int){neg:(bool)%b abs:(big.nat)%s} scale:(inf.Scale)%d}"
          .formatted(value.signum() < 0, words, value.scale());
    }
  }

  /** One of a list of resources: Kubernetes rounds those up to thousandths. */
  static String inList(String quantity) {
    return parse(quantity).rounded().text();
  }

  static String alone(String quantity) {
    return parse(quantity).text();
  }

  private static Parsed parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.isEmpty() || !form.matches()) {
      return new Parsed(new Amount.Whole(0, 0), "", "");
    }
    if (text.equals("0")) {
      return new Parsed(new Amount.Whole(0, 0), text, "DecimalSI");
    }
    String number = form.group(1).isEmpty() ? "0" : form.group(1);
    String fraction = form.group(2) == null ? "" : form.group(2);
    boolean negative = text.startsWith("-");
    String suffix = form.group(3);
    int binary = BINARY.indexOf(suffix);
    return binary >= 0
        ? binary(text, number, fraction, negative, (binary + 1) * 10)
        : decimal(text, number, fraction, negative, suffix);
  }

  private static Parsed decimal(
      String text, String number, String fraction, boolean negative, String suffix) {
    int known = DECIMAL.indexOf(suffix);
    String format = known < 0 ? "DecimalExponent" : "DecimalSI";
    int exponent = known < 0 ? Integer.parseInt(suffix.substring(1)) : known * 3 + NANO;
    int scale = exponent - fraction.length();
    String digits = number + fraction;
    if (digits.length() <= DIGITS_MAX && scale >= NANO) {
      long value = Long.parseLong(digits);
      boolean canonical = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
      return new Parsed(
          new Amount.Whole(negative ? -value : value, scale), canonical ? text : "", format);
    }
    BigDecimal value = new BigDecimal(new BigInteger(digits), -scale);
    return exact(negative ? value.negate() : value, format);
  }

  private static Parsed binary(
      String text, String number, String fraction, boolean negative, int power) {
    int precision = BINARY_DIGITS_MAX - number.length() - (int) (power * 3f / 10);
    if (fraction.isEmpty() && precision >= 0) {
      long count = Long.parseLong(number);
      long value = count << power;
      boolean canonical = (count & 7) != 0;
      return new Parsed(
          new Amount.Whole(negative ? -value : value, 0), canonical ? text : "", "BinarySI");
    }
    BigDecimal units = new BigDecimal(number + "." + fraction + (fraction.isEmpty() ? "0" : ""));
    BigDecimal value = units.multiply(new BigDecimal(BigInteger.TWO.pow(power)));
    boolean small = value.signum() > 0 && value.compareTo(BigDecimal.ONE) < 0;
    return exact(negative ? value.negate() : value, small ? "DecimalSI" : "BinarySI");
  }

  private static Parsed exact(BigDecimal value, String format) {
    return new Parsed(new Amount.Exact(value.setScale(-NANO, RoundingMode.UP)), "", format);
  }
}
