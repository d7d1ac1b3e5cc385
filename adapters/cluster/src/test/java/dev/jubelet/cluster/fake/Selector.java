package dev.jubelet.cluster.fake;

import dev.jubelet.json.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which objects of a resource are meant. */
record Selector(String namespace, Map<String, String> fields, Map<String, String> labels) {
  static Selector of(ApiPath path) {
    return new Selector(
        path.namespace(), parts(path.query("fieldSelector")), parts(path.query("labelSelector")));
  }

  private static Map<String, String> parts(String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String each : text.isEmpty() ? new String[0] : text.split(",")) {
      int equals = each.indexOf('=');
      if (equals <= 0 || each.charAt(equals - 1) == '!') {
        throw new IllegalArgumentException("the fake understands only a=b in selectors: " + text);
      }
      parts.put(each.substring(0, equals), each.substring(equals + 1).replaceFirst("^=", ""));
    }
    return parts;
  }

  boolean matches(Node.Fields object) {
    if (!namespace.isEmpty() && !namespace.equals(text(object, "metadata.namespace"))) {
      return false;
    }
    return fields.entrySet().stream()
            .allMatch(each -> text(object, each.getKey()).equals(each.getValue()))
        && labels.entrySet().stream()
            .allMatch(each -> each.getValue().equals(label(object, each.getKey())));
  }

  private static String label(Node.Fields object, String key) {
    return object.value("metadata") instanceof Node.Fields metadata
            && metadata.value("labels") instanceof Node.Fields labels
        ? labels.text(key)
        : "";
  }

  private static String text(Node.Fields object, String path) {
    @Nullable Node at = object;
    for (String name : path.split("\\.")) {
      at = at instanceof Node.Fields fields ? fields.value(name) : null;
    }
    return at instanceof Node.Text text ? text.value() : "";
  }
}
