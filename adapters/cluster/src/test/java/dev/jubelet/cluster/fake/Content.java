package dev.jubelet.cluster.fake;

import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;

/** What trees say, wherever it stood. */
final class Content {
  private Content() {}

  static boolean same(Node one, Node other) {
    return JsonWriter.compact(one).equals(JsonWriter.compact(other));
  }
}
