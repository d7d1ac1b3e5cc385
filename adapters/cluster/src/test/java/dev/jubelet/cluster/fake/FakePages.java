package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.Node;
import java.util.List;

/**
 * Lists, in pages where a limit is given. A token is where to go on and the version of the list.
 */
final class FakePages {
  private FakePages() {}

  static Node.Fields list(FakeStore store, ApiPath path) {
    List<Node.Fields> all = store.all(path.kindOfObjects(), Selector.of(path));
    String token = path.query("continue");
    int from = 0;
    if (!token.isEmpty()) {
      String[] parts = token.split(":");
      from = Integer.parseInt(parts[0]);
      if (Long.parseLong(parts[1]) != store.version()) {
        // The fake keeps no old lists: any change makes the rest of a list too old.
        throw new ApiFailure(410, "Expired", "the continue token is too old", null);
      }
    }
    String limit = path.query("limit");
    int to = limit.isEmpty() ? all.size() : Math.min(all.size(), from + Integer.parseInt(limit));
    JsonObject metadata = new JsonObject().text("resourceVersion", Long.toString(store.version()));
    if (to < all.size()) {
      metadata.text("continue", to + ":" + store.version());
    }
    return new JsonObject()
        .text("kind", "List")
        .text("apiVersion", path.apiVersion())
        .object("metadata", metadata)
        .list("items", all.subList(from, to))
        .done();
  }
}
