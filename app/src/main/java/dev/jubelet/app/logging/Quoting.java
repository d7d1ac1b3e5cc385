package dev.jubelet.app.logging;

/**
 * Text in quotes on one line. What containers and registries say reaches the log, so whatever could
 * forge a line or steer a terminal is written as an escape that JSON understands too.
 */
final class Quoting {
  static final int LENGTH_MAX = 8 * 1024;

  private Quoting() {}

  static void quote(StringBuilder out, String text) {
    out.append('"');
    int end = Math.min(text.length(), LENGTH_MAX);
    for (int i = 0; i < end; i++) {
      append(out, text, i, end);
    }
    if (end < text.length()) {
      out.append("… (").append(text.length() - end).append(" more characters)");
    }
    out.append('"');
  }

  private static void append(StringBuilder out, String text, int index, int end) {
    char c = text.charAt(index);
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (harmless(c) || paired(text, index, end)) {
          out.append(c);
        } else {
          out.append(String.format("\\u%04x", (int) c));
        }
      }
    }
  }

  // Format characters include those that turn the reading direction round.
  private static boolean harmless(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static boolean paired(String text, int index, int end) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 < end && Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && index > 0
        && Character.isHighSurrogate(text.charAt(index - 1));
  }
}
