package dev.jubelet.images.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As much of TOML as {@code hosts.toml} needs: tables, dotted and quoted keys, strings of one line,
 * booleans, whole numbers and lists. Values are String, Boolean, Long, List and Map.
 */
final class Toml {
  private static final int DEPTH_MAX = 16;

  private final String text;
  private int at;
  private int line = 1;

  private Toml(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException with the line, for what is not TOML or not that part of it
   */
  static Map<String, Object> parse(String text) {
    return new Toml(text).document();
  }

  private Map<String, Object> document() {
    Map<String, Object> root = new LinkedHashMap<>();
    Map<String, Object> table = root;
    for (skipEmpty(true); at < text.length(); skipEmpty(true)) {
      if (peek() == '[') {
        at++;
        if (at < text.length() && peek() == '[') {
          throw wrong("lists of tables are not understood here");
        }
        table = descended(root, key());
        expect(']');
      } else {
        List<String> key = key();
        expect('=');
        Map<String, Object> holder = descended(table, key.subList(0, key.size() - 1));
        skipEmpty(false);
        if (holder.put(key.getLast(), value(0)) != null) {
          throw wrong("\"" + key.getLast() + "\" is there twice");
        }
      }
      skipEmpty(false);
      if (at < text.length() && peek() != '\n') {
        throw wrong("expected the end of the line");
      }
    }
    return root;
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> descended(Map<String, Object> from, List<String> names) {
    Map<String, Object> table = from;
    for (String name : names) {
      Object inner = table.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
      if (!(inner instanceof Map)) {
        throw wrong("\"" + name + "\" is not a table");
      }
      table = (Map<String, Object>) inner;
    }
    return table;
  }

  private List<String> key() {
    List<String> names = new ArrayList<>();
    do {
      skipEmpty(false);
      char first = at < text.length() ? peek() : '\n';
      names.add(first == '"' || first == '\'' ? string() : bareKey());
      skipEmpty(false);
    } while (at < text.length() && peek() == '.' && ++at > 0);
    return names;
  }

  private String bareKey() {
    int start = at;
    while (at < text.length() && (Character.isLetterOrDigit(peek()) || "_-".indexOf(peek()) >= 0)) {
      at++;
    }
    if (start == at) {
      throw wrong("expected a key");
    }
    return text.substring(start, at);
  }

  private Object value(int depth) {
    if (at >= text.length() || depth > DEPTH_MAX) {
      throw wrong("expected a value");
    }
    char first = peek();
    if (first == '"' || first == '\'') {
      return string();
    }
    if (first == '[') {
      at++;
      List<Object> items = new ArrayList<>();
      for (skipEmpty(true); at < text.length() && peek() != ']'; skipEmpty(true)) {
        items.add(value(depth + 1));
        skipEmpty(true);
        if (at < text.length() && peek() == ',') {
          at++;
        } else if (at < text.length() && peek() != ']') {
          throw wrong("expected a comma");
        }
      }
      expect(']');
      return items;
    }
    if (first == '{') {
      return inlineTable(depth);
    }
    String word = word();
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> {
        try {
          yield Long.parseLong(word.replace("_", ""));
        } catch (NumberFormatException other) {
          throw wrong("a value that is not understood here");
        }
      }
    };
  }

  private Map<String, Object> inlineTable(int depth) {
    at++;
    Map<String, Object> table = new LinkedHashMap<>();
    for (skipEmpty(false); at < text.length() && peek() != '}'; skipEmpty(false)) {
      List<String> key = key();
      expect('=');
      skipEmpty(false);
      descended(table, key.subList(0, key.size() - 1)).put(key.getLast(), value(depth + 1));
      skipEmpty(false);
      if (at < text.length() && peek() == ',') {
        at++;
      }
    }
    expect('}');
    return table;
  }

  private String word() {
    int start = at;
    while (at < text.length() && " \t\r\n,]}#".indexOf(peek()) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private String string() {
    char quote = text.charAt(at++);
    StringBuilder content = new StringBuilder();
    while (at < text.length() && peek() != quote) {
      char each = text.charAt(at++);
      if (each == '\n') {
        throw wrong("a string that does not end on its line");
      }
      content.append(each == '\\' && quote == '"' ? escaped() : each);
    }
    expect(quote);
    return content.toString();
  }

  private char escaped() {
    char which = at < text.length() ? text.charAt(at++) : '\n';
    return switch (which) {
      case '"', '\\' -> which;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      default -> throw wrong("an escape that is not understood here");
    };
  }

  private char peek() {
    return text.charAt(at);
  }

  private void expect(char wanted) {
    skipEmpty(false);
    if (at >= text.length() || peek() != wanted) {
      throw wrong("expected " + wanted);
    }
    at++;
  }

  /** Passes over blanks and comments, and over the ends of lines where they say nothing. */
  private void skipEmpty(boolean lines) {
    while (at < text.length()) {
      char each = peek();
      if (each == '#') {
        while (at < text.length() && peek() != '\n') {
          at++;
        }
      } else if (each == ' ' || each == '\t' || each == '\r' || (lines && each == '\n')) {
        line += each == '\n' ? 1 : 0;
        at++;
      } else {
        return;
      }
    }
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("line " + line + ": " + what);
  }
}
