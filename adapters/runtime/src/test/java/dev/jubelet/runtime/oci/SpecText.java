package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.util.List;
import java.util.Objects;

/** Questions to the text of a configuration, as an OCI runtime would ask them. */
public final class SpecText {
  private final Node.Fields root;

  public SpecText(Spec spec) {
    root = Json.object(spec.json());
  }

  public SpecText(String json) {
    root = Json.object(json);
  }

  /** The value at names with dots between, as JSON; "" when there is none. */
  public String at(String path) {
    Node node = root;
    for (String name : path.split("\\.")) {
      if (!(node instanceof Node.Fields fields) || fields.value(name) == null) {
        return "";
      }
      node = Objects.requireNonNull(fields.value(name));
    }
    return JsonWriter.compact(node);
  }

  public List<String> texts(String path) {
    return Json.textsOf(Json.object("{\"list\":" + at(path) + "}"), "list");
  }

  /** The objects of a list, each as JSON. */
  public List<String> objects(String path) {
    return nodes(path).stream().map(JsonWriter::compact).toList();
  }

  public List<Node.Fields> nodes(String path) {
    String list = at(path);
    return Json.objectsOf(Json.object("{\"list\":" + (list.isEmpty() ? "[]" : list) + "}"), "list");
  }

  List<String> mountPlaces() {
    return nodes("mounts").stream().map(mount -> mount.text("destination")).toList();
  }

  /** "type source option,option", or "" when nothing is mounted there. */
  String mount(String place) {
    return nodes("mounts").stream()
        .filter(mount -> mount.text("destination").equals(place))
        .map(mount ->
            mount.text("type")
                + " "
                + mount.text("source")
                + " "
                + String.join(",", Json.textsOf(mount, "options")))
        .reduce("", (first, second) -> first + second);
  }

  /** The path of a namespace, "new", or "node" when it is not named. */
  String namespace(String type) {
    return nodes("linux.namespaces").stream()
        .filter(namespace -> namespace.text("type").equals(type))
        .map(namespace -> namespace.text("path").isEmpty() ? "new" : namespace.text("path"))
        .findFirst()
        .orElse("node");
  }
}
