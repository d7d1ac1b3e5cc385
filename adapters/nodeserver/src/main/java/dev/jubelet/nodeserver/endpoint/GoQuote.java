package dev.jubelet.nodeserver.endpoint;

/** Text as Go's {@code %q} shows it: tools match messages of the kubelet. */
final class GoQuote {
  private GoQuote() {}

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
              if (c < ' ' || c == 0x7f) {
                quoted.append("\\x%02x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            }
          }
        });
    return quoted.append('"').toString();
  }
}
