package dev.jubelet.codec.tree;

import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The way from a document to one of its values, written as Kubernetes writes it. */
public final class FieldPath {
  public static final FieldPath ROOT = new FieldPath(null, new Name(""));

  private sealed interface Step {}

  private record Name(String name) implements Step {}

  private record Index(int index) implements Step {}

  private record Key(String key) implements Step {}

  private final @Nullable FieldPath parent;
  private final Step step;

  private FieldPath(@Nullable FieldPath parent, Step step) {
    this.parent = parent;
    this.step = step;
  }

  public FieldPath child(String name) {
    return new FieldPath(this, new Name(name));
  }

  public FieldPath child(String first, String second) {
    return child(first).child(second);
  }

  public FieldPath index(int index) {
    return new FieldPath(this, new Index(index));
  }

  /** An entry of a map, such as {@code limits[cpu]}. */
  public FieldPath key(String key) {
    return new FieldPath(this, new Key(key));
  }

  /** The same way, taken from another start. */
  public FieldPath under(FieldPath base) {
    FieldPath at = base;
    for (Step next : steps()) {
      at = new FieldPath(at, next);
    }
    return at;
  }

  /** The place of the value in that document, or of its nearest ancestor that exists. */
  public TextPosition in(Node document) {
    Node.Field here = new Node.Field(document.place(), document);
    for (Step next : steps()) {
      Node.Field inner =
          switch (next) {
            case Name(String name) -> entry(here.value(), name);
            case Key(String key) -> entry(here.value(), key);
            case Index(int index) -> item(here.value(), index);
          };
      if (inner == null) {
        return here.place();
      }
      here = inner;
    }
    return here.place();
  }

  private static Node.@Nullable Field entry(Node node, String name) {
    return node instanceof Node.Fields object ? object.fields().get(name) : null;
  }

  private static Node.@Nullable Field item(Node node, int index) {
    if (!(node instanceof Node.Items list) || index >= list.items().size()) {
      return null;
    }
    Node item = list.items().get(index);
    return new Node.Field(item.place(), item);
  }

  private Deque<Step> steps() {
    Deque<Step> steps = new ArrayDeque<>();
    FieldPath at = this;
    while (at.parent != null) {
      steps.addFirst(at.step);
      at = at.parent;
    }
    return steps;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Step next : steps()) {
      switch (next) {
        case Name(String name) -> text.append(text.isEmpty() ? "" : ".").append(name);
        case Index(int index) -> text.append('[').append(index).append(']');
        case Key(String key) -> text.append('[').append(key).append(']');
      }
    }
    return text.toString();
  }
}
