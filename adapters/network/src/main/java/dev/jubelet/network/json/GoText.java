package dev.jubelet.network.json;

import dev.jubelet.codec.tree.Node;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes JSON byte for byte as Go's encoding/json does, which libcni and the reference plugins use:
 * on one line, or with four spaces as plugins print their results.
 */
public final class GoText {
  private static final String STEP = "    ";

  private final StringBuilder out = new StringBuilder();
  private final boolean indented;

  private GoText(boolean indented) {
    this.indented = indented;
  }

  public static String compact(Node node) {
    GoText text = new GoText(false);
    text.write(node, 0);
    return text.out.toString();
  }

  public static String indented(Node node) {
    GoText text = new GoText(true);
    text.write(node, 0);
    return text.out.toString();
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
          out.append(indented ? ": " : ":");
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
    if (indented) {
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
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '<', '>', '&', '\u2028', '\u2029' -> out.append("\\u%04x".formatted((int) c));
        default -> {
          if (c < ' ') {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
