package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path in its parts; "" for what it does not have.
 *
 * @param group as in {@code /api/v1} or {@code /apis/apps/v1}
 */
record ApiPath(
    String group,
    String namespace,
    String resource,
    String name,
    String subresource,
    Map<String, String> query) {
  static ApiPath parse(String path) {
    int question = path.indexOf('?');
    String bare = question < 0 ? path : path.substring(0, question);
    Map<String, String> query = new LinkedHashMap<>();
    if (question >= 0) {
      for (String each : path.substring(question + 1).split("&")) {
        int equals = each.indexOf('=');
        query.put(
            decoded(equals < 0 ? each : each.substring(0, equals)),
            equals < 0 ? "" : decoded(each.substring(equals + 1)));
      }
    }
    List<String> parts = new ArrayList<>(List.of(bare.substring(1).split("/")));
    int head = bare.startsWith("/api/") ? 2 : bare.startsWith("/apis/") ? 3 : 0;
    if (head == 0 || parts.size() <= head) {
      throw new ApiFailure(404, "NotFound", "no such path: " + bare, null);
    }
    String group = "/" + String.join("/", parts.subList(0, head));
    List<String> rest = new ArrayList<>(parts.subList(head, parts.size()));
    String namespace = "";
    if (rest.size() > 2 && rest.getFirst().equals("namespaces")) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    return new ApiPath(
        group,
        namespace,
        rest.getFirst(),
        rest.size() > 1 ? decoded(rest.get(1)) : "",
        rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "",
        query);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  String kindOfObjects() {
    return group + "/" + resource;
  }

  String query(String parameter) {
    return query.getOrDefault(parameter, "");
  }

  String apiVersion() {
    return group.startsWith("/apis/") ? group.substring(6) : group.substring(5);
  }
}
