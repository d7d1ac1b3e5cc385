package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonStream;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What every object and every list says about itself; "" where it does not. */
public record Metadata(String namespace, String name, String uid, String resourceVersion) {
  private static final Set<String> FIELDS = Set.of("namespace", "name", "uid", "resourceVersion");

  public static Metadata of(Node.Fields object) {
    Node.Fields metadata = object.object("metadata");
    return new Metadata(
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("uid"),
        metadata.text("resourceVersion"));
  }

  public static Metadata of(ObjectMeta metadata) {
    return new Metadata(
        metadata.namespace(), metadata.name(), metadata.uid(), metadata.resourceVersion());
  }

  /** Of the object that the stream stands at, of which nothing else is read. */
  static Metadata read(JsonStream object) {
    Map<String, String> found = new LinkedHashMap<>();
    object.fields(part -> {
      if (part.equals("metadata")) {
        object.fields(name -> {
          if (FIELDS.contains(name)) {
            found.put(name, object.text());
          }
        });
      }
    });
    return new Metadata(
        found.getOrDefault("namespace", ""),
        found.getOrDefault("name", ""),
        found.getOrDefault("uid", ""),
        found.getOrDefault("resourceVersion", ""));
  }

  /** Whether this is how the object was after another version of it. */
  public boolean isNewerThan(String otherVersion) {
    try {
      return Long.parseUnsignedLong(resourceVersion) > Long.parseUnsignedLong(otherVersion);
    } catch (NumberFormatException unordered) {
      // Kubernetes has numbers; whoever has not can only be compared.
      return !resourceVersion.equals(otherVersion);
    }
  }
}
