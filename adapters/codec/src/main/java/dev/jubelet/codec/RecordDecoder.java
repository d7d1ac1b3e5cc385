package dev.jubelet.codec;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.Ordered;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds a tree to a record whose component names are the wire names. It reports every problem of
 * the tree, not only the first. Lists and maps are immutable.
 */
public final class RecordDecoder {
  private static final Set<String> KNOWN_AND_IGNORED =
      Set.of("apiVersion", "kind", "metadata.managedFields", "metadata.selfLink");

  /** The record, absent when there was any error. */
  public record Decoded<T extends Record>(@Nullable T value, List<Problem> problems) {}

  private enum Manner {
    LENIENT,
    STRICT,
    EXACT
  }

  private final Manner manner;

  private RecordDecoder(Manner manner) {
    this.manner = manner;
  }

  /** Unknown fields are warnings, as with kubectl. */
  public static RecordDecoder lenient() {
    return new RecordDecoder(Manner.LENIENT);
  }

  /** Unknown fields are errors, as in configuration files. */
  public static RecordDecoder strict() {
    return new RecordDecoder(Manner.STRICT);
  }

  /** What {@link ExactJson} wrote, maybe in an older version that knew fewer fields. */
  static RecordDecoder exact() {
    return new RecordDecoder(Manner.EXACT);
  }

  /** The record in which nothing is said. */
  public static <T extends Record> T absent(Class<T> type) {
    return type.cast(RecordPlan.of(type).absent());
  }

  public <T extends Record> Decoded<T> decode(Node document, Class<T> type) {
    Problems problems = new Problems();
    T value = decode(document, type, FieldPath.ROOT, problems);
    return new Decoded<>(value, problems.list());
  }

  /** Binds a part of a document that stands at {@code base}. */
  public <T extends Record> @Nullable T decode(
      Node node, Class<T> type, FieldPath base, Problems problems) {
    Problems own = new Problems();
    Object value = new Binding(base.toString(), own).struct(node, type, base);
    boolean failed = own.hasErrors();
    problems.addAll(own);
    return failed ? null : type.cast(value);
  }

  private final class Binding {
    private final String base;
    private final Problems problems;
    private final Scalars scalars;

    Binding(String base, Problems problems) {
      this.base = base;
      this.problems = problems;
      this.scalars = new Scalars(problems);
    }

    Object struct(Node node, Class<? extends Record> type, FieldPath path) {
      RecordPlan plan = RecordPlan.of(type);
      if (!(node instanceof Node.Fields object)) {
        problems.error(node.place(), path, "expected an object, found " + node.kind());
        return plan.absent();
      }
      List<RecordPlan.Part> parts = plan.parts();
      @Nullable Object[] values = new @Nullable Object[parts.size()];
      for (int i = 0; i < values.length; i++) {
        RecordPlan.Part part = parts.get(i);
        Node value = object.value(part.name());
        Object bound = value == null ? null : bind(part.shape(), value, path.child(part.name()));
        values[i] = bound == null ? RecordPlan.absent(part) : bound;
        if (value == null && manner == Manner.EXACT && RecordPlan.mustBeSaid(part)) {
          problems.error(node.place(), path.child(part.name()), "it is missing");
        }
        if (RequiredFields.has(type, part.name()) && object.text(part.name()).isEmpty()) {
          FieldPath missing = path.child(part.name());
          problems.error(node.place(), missing, "Required value");
        }
      }
      object.fields().forEach((name, field) -> checkKnown(plan, name, field, path));
      try {
        return plan.make(values);
      } catch (IllegalArgumentException refused) {
        problems.error(node.place(), path, String.valueOf(refused.getMessage()));
        return plan.absent();
      }
    }

    private void checkKnown(RecordPlan plan, String name, Node.Field field, FieldPath path) {
      if (plan.indexOf(name) >= 0) {
        return;
      }
      String full = path.child(name).toString();
      String relative = base.isEmpty() ? full : full.substring(base.length() + 1);
      if (KNOWN_AND_IGNORED.contains(relative)) {
        return;
      }
      String message = "unknown field \"" + full + "\"";
      if (manner == Manner.STRICT) {
        problems.error(field.place(), message);
      } else {
        problems.warning(field.place(), message);
      }
    }

    /** The value, or null when the node says nothing or something wrong, which is then reported. */
    private @Nullable Object bind(WireShape shape, Node node, FieldPath path) {
      return switch (shape) {
        case WireShape.Struct struct -> struct(node, struct.type(), path);
        case WireShape.Sequence sequence -> sequence(sequence.item(), node, path);
        case WireShape.Dictionary dictionary -> dictionary(dictionary.value(), node, path);
        case WireShape.Word word when manner == Manner.EXACT -> scalars.constant(word, node, path);
        case WireShape scalar -> scalars.bind(scalar, node, path);
      };
    }

    private Object bindOrAbsent(WireShape shape, Node node, FieldPath path) {
      // Kubernetes reads a null item as the empty value of its type.
      Object bound = node instanceof Node.Null ? null : bind(shape, node, path);
      return bound == null ? RecordPlan.absent(shape) : bound;
    }

    private @Nullable Object sequence(WireShape item, Node node, FieldPath path) {
      if (!(node instanceof Node.Items list)) {
        problems.error(node.place(), path, "expected a list, found " + node.kind());
        return null;
      }
      List<Object> items = new ArrayList<>(list.items().size());
      for (Node each : list.items()) {
        items.add(bindOrAbsent(item, each, path.index(items.size())));
      }
      return List.copyOf(items);
    }

    private @Nullable Object dictionary(WireShape value, Node node, FieldPath path) {
      if (!(node instanceof Node.Fields object)) {
        problems.error(node.place(), path, "expected an object, found " + node.kind());
        return null;
      }
      Map<String, Object> entries = LinkedHashMap.newLinkedHashMap(object.fields().size());
      object
          .fields()
          .forEach((name, field) ->
              entries.put(name, bindOrAbsent(value, field.value(), path.key(name))));
      return Ordered.copyOf(entries);
    }
  }
}
