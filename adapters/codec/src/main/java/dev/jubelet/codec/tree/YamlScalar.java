package dev.jubelet.codec.tree;

import dev.jubelet.json.JsonReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * What a plain YAML word means. Kubernetes reads YAML 1.1 with corrections of its own: octal may be
 * written 0644 or 0o644, y/n/on/off are booleans, dates and times of day stay strings.
 */
final class YamlScalar extends Resolver {
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NOT_FINITE =
      Set.of(
          ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf",
          "-.Inf", "-.INF");
  private static final Pattern WHOLE =
      Pattern.compile("[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

  /** The library's own table is not wanted, nor the time to compile it. */
  @Override
  protected void addImplicitResolvers() {}

  @Override
  public Tag resolve(NodeId kind, String value, boolean plain) {
    return switch (kind) {
      case mapping -> Tag.MAP;
      case sequence -> Tag.SEQ;
      case scalar, anchor -> plain ? tag(value) : Tag.STR;
    };
  }

  private static Tag tag(String value) {
    if (value.length() > JsonReader.NUMBER_LENGTH_MAX) {
      return Tag.STR;
    }
    if (NULLS.contains(value)) {
      return Tag.NULL;
    }
    if (TRUE.contains(value) || FALSE.contains(value)) {
      return Tag.BOOL;
    }
    if (value.equals("<<")) {
      return Tag.MERGE;
    }
    char first = value.charAt(0);
    boolean mayBeNumber = (first >= '0' && first <= '9') || "+-.".indexOf(first) >= 0;
    if (!mayBeNumber) {
      return Tag.STR;
    }
    String digits = value.replace("_", "");
    if (WHOLE.matcher(digits).matches()) {
      return Tag.INT;
    }
    return REAL.matcher(digits).matches() || NOT_FINITE.contains(value) ? Tag.FLOAT : Tag.STR;
  }

  static boolean isTrue(String value) {
    return TRUE.contains(value);
  }

  static boolean isFalse(String value) {
    return FALSE.contains(value);
  }

  /**
   * The number as JSON writes it.
   *
   * @throws NumberFormatException when it is none, which an explicit tag can claim
   */
  static String number(String value) {
    String digits = value.replace("_", "");
    if (value.length() > JsonReader.NUMBER_LENGTH_MAX) {
      throw new NumberFormatException("the number is too long");
    }
    if (NOT_FINITE.contains(value)) {
      throw new NumberFormatException(value + " is not a number that JSON can hold");
    }
    if (WHOLE.matcher(digits).matches()) {
      return whole(digits).toString();
    }
    if (REAL.matcher(digits).matches()) {
      return new BigDecimal(digits).toString();
    }
    throw new NumberFormatException("\"" + value + "\" is not a number");
  }

  private static BigInteger whole(String digits) {
    boolean negative = digits.startsWith("-");
    String bare = negative || digits.startsWith("+") ? digits.substring(1) : digits;
    BigInteger amount;
    if (bare.length() == 1 || bare.charAt(0) != '0') {
      amount = new BigInteger(bare);
    } else {
      amount =
          switch (bare.charAt(1)) {
            case 'x', 'X' -> new BigInteger(bare.substring(2), 16);
            case 'b', 'B' -> new BigInteger(bare.substring(2), 2);
            case 'o', 'O' -> new BigInteger(bare.substring(2), 8);
            default -> new BigInteger(bare, 8);
          };
    }
    return negative ? amount.negate() : amount;
  }
}
