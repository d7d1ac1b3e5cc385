package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
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
    JsonObject metadata = new JsonObject().put("resourceVersion", Long.toString(store.version()));
    if (to < all.size()) {
      metadata.put("continue", to + ":" + store.version());
    }
    return new JsonObject()
        .put("kind", "List")
        .put("apiVersion", path.apiVersion())
        .put("metadata", metadata)
        .put("items", all.subList(from, to))
        .build();
  }
}
