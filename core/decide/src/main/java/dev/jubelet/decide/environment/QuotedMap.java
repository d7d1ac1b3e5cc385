package dev.jubelet.decide.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A map of labels or annotations as one text: a line of {@code key="value"} for each, by key. */
final class QuotedMap {
  private QuotedMap() {}

  static String of(Map<String, String> map) {
    List<String> lines = new ArrayList<>();
    new TreeMap<>(map).forEach((key, value) -> lines.add(key + "=" + quoted(value)));
    return String.join("\n", lines);
  }

  /** In the notation of Go, which Kubernetes promises to readers of these lines. */
  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value.codePoints().forEach(point -> append(quoted, point));
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, int point) {
    switch (point) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 7 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 11 -> quoted.append("\\v");
      default -> {
        if (printable(point)) {
          quoted.appendCodePoint(point);
        } else if (point < ' ' || point == 0x7f) {
          quoted.append("\\x").append(hex(point, 2));
        } else if (point < 0x10000) {
          quoted.append("\\u").append(hex(point, 4));
        } else {
          quoted.append("\\U").append(hex(point, 8));
        }
      }
    }
  }

  private static String hex(int point, int digits) {
    String hex = Integer.toHexString(point);
    return "0".repeat(digits - hex.length()) + hex;
  }

  /** Letters, marks, numbers, punctuation, symbols and the plain space. */
  private static boolean printable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }
}
