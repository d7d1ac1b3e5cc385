package dev.jubelet.decide.config;

/**
 * A text as a JSON string, byte for byte as Go writes it: it also escapes what could end a script
 * in a web page, and the two line separators of Unicode. A container's hash depends on it.
 */
final class JsonText {
  private JsonText() {}

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int at = 0; at < text.length(); at++) {
      append(quoted, text.charAt(at));
    }
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case '<', '>', '&', 0x2028, 0x2029 -> escape(quoted, c);
      default -> {
        if (c < ' ') {
          escape(quoted, c);
        } else {
          quoted.append(c);
        }
      }
    }
  }

  private static void escape(StringBuilder quoted, char c) {
    String hex = Integer.toHexString(c);
    quoted.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
  }
}
