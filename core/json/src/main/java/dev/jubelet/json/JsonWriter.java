package dev.jubelet.json;

import java.util.Iterator;
import java.util.Map;

/** Writes JSON: in our own form, or byte for byte as Go's encoding/json does. */
public final class JsonWriter {
  private enum Form {
    /** Also escapes what a terminal or a YAML reader could take for a command. */
    OWN,
    /** Also escapes what could end a script in a web page. Hashes and libcni depend on it. */
    GO,
    /** With four spaces, as CNI's reference plugins print their results. */
    GO_INDENTED
  }

  private static final String STEP = "    ";

  private final StringBuilder out = new StringBuilder();
  private final Form form;

  private JsonWriter(Form form) {
    this.form = form;
  }

  /** On one line. */
  public static String compact(Node node) {
    return text(Form.OWN, node);
  }

  /** On one line, as Go writes it. */
  public static String go(Node node) {
    return text(Form.GO, node);
  }

  /** On many lines, as Go writes it. */
  public static String goIndented(Node node) {
    return text(Form.GO_INDENTED, node);
  }

  /** A text as a JSON string; YAML understands it too. */
  public static String quoted(String text) {
    JsonWriter writer = new JsonWriter(Form.OWN);
    writer.quote(text);
    return writer.out.toString();
  }

  private static String text(Form form, Node node) {
    JsonWriter writer = new JsonWriter(form);
    writer.write(node, 0);
    return writer.out.toString();
  }

  private void write(Node node, int depth) {
    switch (node) {
      case Node.Fields object -> {
        out.append('{');
        Iterator<Map.Entry<String, Node.Field>> fields = object.fields().entrySet().iterator();
        boolean any = fields.hasNext();
        while (fields.hasNext()) {
          Map.Entry<String, Node.Field> field = fields.next();
          line(depth + 1);
          quote(field.getKey());
          out.append(form == Form.GO_INDENTED ? ": " : ":");
          write(field.getValue().value(), depth + 1);
          out.append(fields.hasNext() ? "," : "");
        }
        close('}', any, depth);
      }
      case Node.Items list -> {
        out.append('[');
        Iterator<Node> items = list.items().iterator();
        boolean any = items.hasNext();
        while (items.hasNext()) {
          line(depth + 1);
          write(items.next(), depth + 1);
          out.append(items.hasNext() ? "," : "");
        }
        close(']', any, depth);
      }
      case Node.Text text -> quote(text.value());
      case Node.Numeral number -> out.append(number.text());
      case Node.Bool bool -> out.append(bool.value());
      case Node.Null _ -> out.append("null");
    }
  }

  private void close(char bracket, boolean any, int depth) {
    if (any) {
      line(depth);
    }
    out.append(bracket);
  }

  private void line(int depth) {
    if (form == Form.GO_INDENTED) {
      out.append('\n').append(STEP.repeat(depth));
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (plain(c)) {
            out.append(c);
          } else {
            escape(c);
          }
        }
      }
    }
    out.append('"');
  }

  private boolean plain(char c) {
    if (c < ' ' || c == '\u2028' || c == '\u2029') {
      return false;
    }
    return form == Form.OWN
        ? (c < '\u007f' || c > '\u00a0') && c != '\ufeff'
        : c != '<' && c != '>' && c != '&';
  }

  private void escape(char c) {
    if (form != Form.OWN && c == '\b') {
      out.append("\\b");
    } else if (form != Form.OWN && c == '\f') {
      out.append("\\f");
    } else {
      out.append("\\u%04x".formatted((int) c));
    }
  }
}
