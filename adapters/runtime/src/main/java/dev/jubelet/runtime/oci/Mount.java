package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.NamespaceOptions.IdMapping;
import java.util.List;

/** One entry of the list {@code mounts}. */
public record Mount(
    String destination,
    String type,
    String source,
    List<String> options,
    List<IdMapping> idMappings) {
  public Mount {
    options = List.copyOf(options);
    idMappings = List.copyOf(idMappings);
  }

  static Mount of(String destination, String type, String source, String... options) {
    return new Mount(destination, type, source, List.of(options), List.of());
  }

  int depth() {
    return (int) destination.chars().filter(c -> c == '/').count()
        - (destination.equals("/") ? 1 : 0);
  }

  Node node() {
    JsonObject builder =
        new JsonObject()
            .put("destination", destination)
            .put("type", type)
            .put("source", source)
            .put("options", Json.texts(options));
    if (!idMappings.isEmpty()) {
      List<Node> mappings = Namespaces.mappings(idMappings);
      builder.put("uidMappings", Json.items(mappings)).put("gidMappings", Json.items(mappings));
    }
    return builder.build();
  }
}
