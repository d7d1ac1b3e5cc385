package dev.jubelet.cluster.client;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object in the making. */
public final class JsonObject {
  public static final Node.Fields EMPTY = new Node.Fields(Map.of(), Place.START);

  private final Map<String, Node.Field> fields = new LinkedHashMap<>();

  public JsonObject text(String name, String value) {
    return put(name, new Node.Text(value, Place.START));
  }

  public JsonObject number(String name, long value) {
    return put(name, new Node.Numeral(Long.toString(value), Place.START));
  }

  public JsonObject bool(String name, boolean value) {
    return put(name, new Node.Bool(value, Place.START));
  }

  public JsonObject object(String name, JsonObject value) {
    return put(name, value.done());
  }

  public JsonObject texts(String name, List<String> values) {
    return list(
        name, values.stream().map(value -> (Node) new Node.Text(value, Place.START)).toList());
  }

  public JsonObject list(String name, List<? extends Node> values) {
    return put(name, new Node.Items(List.copyOf(values), Place.START));
  }

  public JsonObject put(String name, Node value) {
    fields.put(name, new Node.Field(Place.START, value));
    return this;
  }

  public Node.Fields done() {
    return new Node.Fields(fields, Place.START);
  }
}
