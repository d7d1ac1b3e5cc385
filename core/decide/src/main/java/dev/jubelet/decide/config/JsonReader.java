package dev.jubelet.decide.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the small JSON texts that annotations carry: objects become maps, arrays lists, numbers
 * their text as {@link Number}. Anything else than JSON is an {@link IllegalArgumentException}.
 */
final class JsonReader {
  private static final int DEPTH_MAX = 16;

  /** A number as it is written. */
  record Number(String text) {}

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  static @Nullable Object read(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.unexpected();
    }
    return value;
  }

  private @Nullable Object value(int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("nested too deeply");
    }
    skipSpace();
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", Boolean.TRUE);
      case 'f' -> word("false", Boolean.FALSE);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    at++;
    skipSpace();
    if (took('}')) {
      return fields;
    }
    do {
      skipSpace();
      String name = string();
      skipSpace();
      expect(':');
      fields.put(name, value(depth + 1));
      skipSpace();
    } while (took(','));
    expect('}');
    return fields;
  }

  private List<@Nullable Object> array(int depth) {
    List<@Nullable Object> items = new ArrayList<>();
    at++;
    skipSpace();
    if (took(']')) {
      return items;
    }
    do {
      items.add(value(depth + 1));
      skipSpace();
    } while (took(','));
    expect(']');
    return items;
  }

  private String string() {
    expect('"');
    StringBuilder read = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      read.append(c == '\\' ? escaped() : c);
    }
    at++;
    return read.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case '"', '\\', '/' -> c;
      case 'u' -> unicode();
      default -> throw unexpected();
    };
  }

  private char unicode() {
    if (at + 4 > text.length()) {
      throw unexpected();
    }
    String hex = text.substring(at, at + 4);
    at += 4;
    return (char) Integer.parseInt(hex, 16);
  }

  private Number number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (from == at) {
      throw unexpected();
    }
    return new Number(text.substring(from, at));
  }

  private @Nullable Object word(String word, @Nullable Object meaning) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return meaning;
  }

  private char peek() {
    if (at >= text.length()) {
      throw new IllegalArgumentException("it ends too early");
    }
    return text.charAt(at);
  }

  private boolean took(char c) {
    boolean there = peek() == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) {
    if (!took(c)) {
      throw unexpected();
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + at);
  }
}
