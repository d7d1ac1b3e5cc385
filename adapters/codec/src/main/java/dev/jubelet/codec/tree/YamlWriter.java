package dev.jubelet.codec.tree;

import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;

/** Writes YAML in blocks. */
public final class YamlWriter {
  // Everything else is quoted as JSON quotes it, which YAML understands.
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_/.][A-Za-z0-9_/.@+-]*(:[A-Za-z0-9_/.@+-]+)*");
  private static final YamlScalar WORDS = new YamlScalar();

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  public static String write(Node node) {
    YamlWriter text = new YamlWriter();
    text.write(node, 0);
    if (text.out.isEmpty() || text.out.charAt(text.out.length() - 1) != '\n') {
      text.out.append('\n');
    }
    return text.out.toString();
  }

  private void write(Node node, int indent) {
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
          write(item, indent + 2);
        }
      }
      case Node.Text text -> {
        writeWord(text.value());
        out.append('\n');
      }
      case Node.Fields _, Node.Items _, Node.Numeral _, Node.Bool _, Node.Null _ -> {
        out.append(JsonWriter.compact(node));
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
    write(value, inner);
  }

  private void writeWord(String word) {
    boolean plain =
        PLAIN.matcher(word).matches() && WORDS.resolve(NodeId.scalar, word, true).equals(Tag.STR);
    if (plain) {
      out.append(word);
    } else {
      out.append(JsonWriter.quoted(word));
    }
  }
}
