package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * All objects of a list, and the version from which a watch of them goes on.
 *
 * @param resourceVersion the same on all pages, which are of one moment
 */
record ObjectList(List<Node.Fields> objects, String resourceVersion) {
  private static final int PAGE = 500;

  static ObjectList read(ApiServer api, String path) {
    try {
      return read(api, path, "limit=" + PAGE);
    } catch (ApiFailure failure) {
      if (!failure.gone()) {
        throw failure;
      }
      // The moment of the first page is forgotten: only a list in one piece is of one moment.
      return read(api, path, "");
    }
  }

  private static ObjectList read(ApiServer api, String path, String limit) {
    List<Node.Fields> objects = new ArrayList<>();
    String version = "";
    String query = limit;
    while (true) {
      Node.Fields page = api.get(query.isEmpty() ? path : Queries.with(path, query));
      for (Node item : page.items("items")) {
        if (item instanceof Node.Fields object) {
          objects.add(object);
        }
      }
      Node.Fields metadata = page.object("metadata");
      version = metadata.text("resourceVersion");
      if (version.isEmpty()) {
        throw ApiFailure.noAnswer("the answer to " + path + " is not a list");
      }
      String rest = metadata.text("continue");
      if (rest.isEmpty()) {
        return new ObjectList(List.copyOf(objects), version);
      }
      query = limit + "&continue=" + URLEncoder.encode(rest, StandardCharsets.UTF_8);
    }
  }
}
