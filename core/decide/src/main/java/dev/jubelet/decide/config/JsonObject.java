package dev.jubelet.decide.config;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;

/** Writes the fields of one JSON object in the order in which they are given. */
public final class JsonObject {
  private final StringJoiner fields = new StringJoiner(",", "{", "}");

  public JsonObject raw(String name, String json) {
    fields.add(JsonText.quoted(name) + ":" + json);
    return this;
  }

  public JsonObject text(String name, String value) {
    return raw(name, JsonText.quoted(value));
  }

  public JsonObject textUnlessEmpty(String name, String value) {
    return value.isEmpty() ? this : text(name, value);
  }

  public JsonObject numberUnlessZero(String name, long value) {
    return value == 0 ? this : raw(name, Long.toString(value));
  }

  public <T> JsonObject listUnlessEmpty(String name, List<T> values, Function<T, String> json) {
    return values.isEmpty() ? this : raw(name, list(values, json));
  }

  static <T> String list(List<T> values, Function<T, String> json) {
    StringJoiner items = new StringJoiner(",", "[", "]");
    values.forEach(value -> items.add(json.apply(value)));
    return items.toString();
  }

  @Override
  public String toString() {
    return fields.toString();
  }
}
