package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import java.util.List;

/** One entry of the list {@code mounts}. */
public record SpecMount(
    String destination,
    String type,
    String source,
    List<String> options,
    List<IdMapping> idMappings) {
  public SpecMount {
    options = List.copyOf(options);
    idMappings = List.copyOf(idMappings);
  }

  static SpecMount of(String destination, String type, String source, String... options) {
    return new SpecMount(destination, type, source, List.of(options), List.of());
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
      List<Node> mappings = SpecNamespaces.mappings(idMappings);
      builder.put("uidMappings", mappings).put("gidMappings", mappings);
    }
    return builder.build();
  }
}
