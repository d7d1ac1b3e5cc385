package dev.jubelet.codec.tree;

import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;

/** Writes trees: JSON on one line, or YAML in blocks. */
public final class TreeText {
  // Everything else is quoted as JSON quotes it, which YAML understands.
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_/.][A-Za-z0-9_/.@+-]*(:[A-Za-z0-9_/.@+-]+)*");
  private static final YamlScalar WORDS = new YamlScalar();

  private final StringBuilder out = new StringBuilder();

  private TreeText() {}

  public static String json(Node node) {
    TreeText text = new TreeText();
    text.writeJson(node);
    return text.out.toString();
  }

  public static String yaml(Node node) {
    TreeText text = new TreeText();
    text.writeYaml(node, 0);
    if (text.out.isEmpty() || text.out.charAt(text.out.length() - 1) != '\n') {
      text.out.append('\n');
    }
    return text.out.toString();
  }

  private void writeJson(Node node) {
    switch (node) {
      case Node.Fields object -> {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, Node.Field> entry : object.fields().entrySet()) {
          out.append(separator);
          writeQuoted(entry.getKey());
          out.append(':');
          writeJson(entry.getValue().value());
          separator = ",";
        }
        out.append('}');
      }
      case Node.Items list -> {
        out.append('[');
        String separator = "";
        for (Node item : list.items()) {
          out.append(separator);
          writeJson(item);
          separator = ",";
        }
        out.append(']');
      }
      case Node.Text text -> writeQuoted(text.value());
      case Node.Numeral number -> out.append(number.text());
      case Node.Bool bool -> out.append(bool.value());
      case Node.Null _ -> out.append("null");
    }
  }

  private void writeQuoted(String text) {
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
          if (c < ' '
              || (c >= '\u007f' && c <= '\u00a0')
              || c == '\u2028'
              || c == '\u2029'
              || c == '\ufeff') {
            out.append("\\u").append("%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private void writeYaml(Node node, int indent) {
    switch (node) {
      case Node.Fields object when !object.fields().isEmpty() -> {
        boolean first = true;
        for (Map.Entry<String, Node.Field> entry : object.fields().entrySet()) {
          if (!first) {
            out.append(" ".repeat(indent));
          }
          first = false;
          writeWord(entry.getKey());
          out.append(':');
          writeValue(entry.getValue().value(), indent);
        }
      }
      case Node.Items list when !list.items().isEmpty() -> {
        boolean first = true;
        for (Node item : list.items()) {
          if (!first) {
            out.append(" ".repeat(indent));
          }
          first = false;
          out.append("- ");
          writeYaml(item, indent + 2);
        }
      }
      case Node.Text text -> {
        writeWord(text.value());
        out.append('\n');
      }
      case Node.Fields _, Node.Items _, Node.Numeral _, Node.Bool _, Node.Null _ -> {
        writeJson(node);
        out.append('\n');
      }
    }
  }

  /** The value after a key: objects go one step in, lists stand under their key. */
  private void writeValue(Node value, int indent) {
    boolean object = value instanceof Node.Fields fields && !fields.fields().isEmpty();
    boolean list = value instanceof Node.Items items && !items.items().isEmpty();
    int inner = object ? indent + 2 : indent;
    out.append(object || list ? "\n" + " ".repeat(inner) : " ");
    writeYaml(value, inner);
  }

  private void writeWord(String word) {
    boolean plain =
        PLAIN.matcher(word).matches() && WORDS.resolve(NodeId.scalar, word, true).equals(Tag.STR);
    if (plain) {
      out.append(word);
    } else {
      writeQuoted(word);
    }
  }
}
