package dev.jubelet.json;

import java.util.HashMap;
import java.util.Map;

/**
 * What a reader wants of a document. A value of another kind than it wants is kept without what is
 * in it, so that a complaint can name its kind.
 */
public sealed interface JsonShape {
  /** A string, number, boolean or null; of an object or a list only that it is there. */
  JsonShape VALUE = new Value();

  /** One of {@link #VALUE}. */
  record Value() implements JsonShape {}

  /** An object, of which only these fields are kept. */
  record Fields(Map<String, JsonShape> fields) implements JsonShape {
    public Fields {
      fields = Map.copyOf(fields);
    }
  }

  /** An object whose names are not known before, such as labels. */
  record Entries(int max, JsonShape each) implements JsonShape {}

  record Items(int max, JsonShape each) implements JsonShape {}

  /** An object of which these fields are kept, each of them a plain value. */
  static JsonShape values(String... names) {
    Map<String, JsonShape> fields = new HashMap<>();
    for (String name : names) {
      fields.put(name, VALUE);
    }
    return new Fields(fields);
  }
}
