package dev.jubelet.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A YAML or JSON value that remembers its place, so that every complaint can name a line. */
public sealed interface Node {
  TextPosition place();

  /** What people call this kind of value, with its article. */
  default String kind() {
    return switch (this) {
      case Fields _ -> "an object";
      case Items _ -> "a list";
      case Text _ -> "a string";
      case Numeral _ -> "a number";
      case Bool _ -> "a boolean";
      case Null _ -> "null";
    };
  }

  /** A named value; the place is that of the name. */
  record Field(TextPosition place, Node value) {}

  record Fields(Map<String, Field> fields, TextPosition place) implements Node {
    public Fields {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The value of a field; an explicit null counts as absent. */
    public @Nullable Node value(String name) {
      Field field = fields.get(name);
      return field == null || field.value() instanceof Null ? null : field.value();
    }

    /** The value of a text field, or "" when it is absent or something else. */
    public String text(String name) {
      return value(name) instanceof Text text ? text.value() : "";
    }

    /** The object in a field, or one without fields when it is absent or something else. */
    public Fields object(String name) {
      return value(name) instanceof Fields object ? object : JsonObject.EMPTY;
    }

    /** The items of a list, or none when it is absent or something else. */
    public List<Node> items(String name) {
      return value(name) instanceof Items list ? list.items() : List.of();
    }

    /** The texts in a list; whatever else is in it does not count. */
    public List<String> texts(String name) {
      return items(name).stream()
          .filter(Text.class::isInstance)
          .map(item -> ((Text) item).value())
          .toList();
    }

    /** The same without some of its fields. */
    public Fields without(String... names) {
      Map<String, Field> left = new LinkedHashMap<>(fields);
      left.keySet().removeAll(List.of(names));
      return new Fields(left, place);
    }

    /** All fields as texts, as labels are; "" for what is none. */
    public Map<String, String> texts() {
      Map<String, String> texts = new LinkedHashMap<>();
      fields.keySet().forEach(name -> texts.put(name, text(name)));
      return texts;
    }
  }

  record Items(List<Node> items, TextPosition place) implements Node {
    public Items {
      items = List.copyOf(items);
    }
  }

  record Text(String value, TextPosition place) implements Node {}

  /** A number as JSON would write it. */
  record Numeral(String text, TextPosition place) implements Node {}

  record Bool(boolean value, TextPosition place) implements Node {}

  record Null(TextPosition place) implements Node {}
}
