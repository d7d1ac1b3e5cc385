package dev.jubelet.sources;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pod in the words of a debugging dump of the Go kubelet: every field of its own types with the
 * name of its type, whether somebody set it or not. What it hashes for the UID of a static pod is
 * that, so whoever wants the same UID has to say the same.
 */
final class GoPodText {
  private static final String NIL = "<nil>";
  private static final String NO_TIME =
      "{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}";

  /** These are the security context's there, and the specification's on the wire. */
  private static final List<String> MOVED =
      List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

  private final GoTypes types;
  private final StringBuilder text = new StringBuilder(8192);

  private GoPodText(GoTypes types) {
    this.types = types;
  }

  /**
   * @param pod with its defaults, and as its manifest has it otherwise
   */
  static String of(Pod pod, GoTypes types) {
    GoPodText dump = new GoPodText(types);
    dump.text.append("(*core.Pod)");
    dump.value("core.Pod", moved(RecordEncoder.tree(pod)));
    return dump.text.toString();
  }

  private static Node.Fields moved(Node.Fields pod) {
    return new FieldsEdit(pod)
        .object(
            "spec",
            spec ->
                new FieldsEdit(spec)
                    .object("securityContext", security -> withMoved(security, spec))
                    .build())
        .build();
  }

  private static Node.Fields withMoved(Node.Fields security, Node.Fields spec) {
    FieldsEdit edit = new FieldsEdit(security);
    for (String name : MOVED) {
      Node value = spec.value(name);
      if (value != null) {
        edit.put(name, value);
      }
    }
    return edit.build();
  }

  private void value(String type, @Nullable Node node) {
    if (type.startsWith("*")) {
      pointer(type.substring(1), node);
    } else if (type.startsWith("[]")) {
      list(type.substring(2), node);
    } else if (type.equals("map[string]string")) {
      map("string", node);
    } else if (type.equals("core.ResourceList")) {
      map(type, node);
    } else {
      plain(type, node);
    }
  }

  private void pointer(String type, @Nullable Node node) {
    if (node == null) {
      text.append(NIL);
    } else {
      value(type, node);
    }
  }

  private void list(String type, @Nullable Node node) {
    if (!(node instanceof Node.Items(List<Node> items, _))) {
      text.append(NIL);
      return;
    }
    text.append('[');
    for (Iterator<Node> rest = items.iterator(); rest.hasNext(); ) {
      value(type, rest.next());
      text.append(rest.hasNext() ? " " : "");
    }
    text.append(']');
  }

  private void map(String type, @Nullable Node node) {
    if (!(node instanceof Node.Fields(Map<String, Node.Field> fields, _))) {
      text.append(NIL);
      return;
    }
    text.append("map[");
    for (Iterator<Map.Entry<String, Node.Field>> rest = new TreeMap<>(fields).entrySet().iterator();
        rest.hasNext(); ) {
      Map.Entry<String, Node.Field> entry = rest.next();
      text.append(entry.getKey()).append(':');
      Node value = entry.getValue().value();
      if (type.equals("core.ResourceList")) {
        text.append(GoQuantityText.inList(scalar(type, value)));
      } else {
        value(type, value);
      }
      text.append(rest.hasNext() ? " " : "");
    }
    text.append(']');
  }

  private void plain(String type, @Nullable Node node) {
    switch (type) {
      case "v1.Time" -> text.append(NO_TIME);
      case "resource.Quantity" -> text.append(GoQuantityText.alone(scalar(type, node)));
      case "intstr.IntOrString" -> numberOrName(node);
      default -> {
        List<GoTypes.Part> parts = types.parts(type);
        if (parts.isEmpty()) {
          text.append(scalar(type, node));
        } else {
          struct(parts, node);
        }
      }
    }
  }

  private void struct(List<GoTypes.Part> parts, @Nullable Node node) {
    text.append('{');
    for (Iterator<GoTypes.Part> rest = parts.iterator(); rest.hasNext(); ) {
      GoTypes.Part part = rest.next();
      text.append(part.name()).append(":(").append(part.type()).append(')');
      value(part.type(), part(part, node));
      text.append(rest.hasNext() ? " " : "");
    }
    text.append('}');
  }

  private static @Nullable Node part(GoTypes.Part part, @Nullable Node owner) {
    if (part.never() || !(owner instanceof Node.Fields fields)) {
      return null;
    }
    return part.beside() ? fields : fields.value(part.wire());
  }

  private void numberOrName(@Nullable Node node) {
    boolean name = node instanceof Node.Text;
    String value = scalar("string", node);
    text.append("{Type:(intstr.Type)")
        .append(name ? 1 : 0)
        .append(" IntVal:(int32)")
        .append(name || value.isEmpty() ? "0" : value)
        .append(" StrVal:(string)")
        .append(name ? value : "")
        .append('}');
  }

  private static String scalar(String type, @Nullable Node node) {
    return switch (node) {
      case Node.Text(String value, _) -> value;
      case Node.Numeral(String number, _) -> number;
      case Node.Bool(boolean value, _) -> Boolean.toString(value);
      case null, default ->
          switch (type) {
            case "int32", "int64" -> "0";
            case "bool" -> "false";
            default -> "";
          };
    };
  }
}
