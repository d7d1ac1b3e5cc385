package dev.jubelet.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds an object; its fields are in the order in which they are first named. */
public final class JsonObject {
  public static final Node.Fields EMPTY = new Node.Fields(Map.of(), TextPosition.START);

  private final Map<String, Node.Field> fields = new LinkedHashMap<>();

  public JsonObject() {}

  /** Begins with the fields of another object. */
  public JsonObject(Node.Fields from) {
    fields.putAll(from.fields());
  }

  public JsonObject put(String name, Node value) {
    fields.put(name, new Node.Field(TextPosition.START, value));
    return this;
  }

  public JsonObject put(String name, String value) {
    return put(name, Json.text(value));
  }

  public JsonObject put(String name, long value) {
    return put(name, Json.number(value));
  }

  public JsonObject put(String name, boolean value) {
    return put(name, Json.bool(value));
  }

  public JsonObject put(String name, JsonObject value) {
    return put(name, value.build());
  }

  public JsonObject put(String name, List<? extends Node> values) {
    return put(name, Json.items(values));
  }

  /** Nothing when the value is empty, as Go's {@code omitempty} has it. */
  public JsonObject putUnlessEmpty(String name, String value) {
    return value.isEmpty() ? this : put(name, value);
  }

  public JsonObject putUnlessEmpty(String name, List<? extends Node> values) {
    return values.isEmpty() ? this : put(name, values);
  }

  public JsonObject putUnlessEmpty(String name, Node.Fields value) {
    return value.fields().isEmpty() ? this : put(name, value);
  }

  public JsonObject putUnlessZero(String name, long value) {
    return value == 0 ? this : put(name, value);
  }

  public Node.Fields build() {
    return new Node.Fields(fields, TextPosition.START);
  }
}
