package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Layers of configuration, each over the one before: the file, drop-in files in the order of their
 * names, flags. As in Kubernetes an object is merged field by field, a list is replaced as a whole,
 * and null takes a field back to its default.
 */
record ConfigurationLayers(List<ConfigurationLayer> layers) {
  ConfigurationLayers {
    layers = List.copyOf(layers);
  }

  /** The merged configuration with defaults; empty when that which is merged does not fit. */
  Optional<KubeletConfiguration> merged() {
    Node.Fields merged = JsonObject.EMPTY;
    for (ConfigurationLayer layer : layers) {
      merged = over(merged, layer.fields());
    }
    return Optional.ofNullable(
        RecordDecoder.strict()
            .decode(ConfigurationDefaults.fill(merged), KubeletConfiguration.class)
            .value());
  }

  /** The place that has the last word on a field; the field's name alone when all are silent. */
  String describe(String field) {
    return layers.reversed().stream()
        .map(layer -> layer.place(field))
        .filter(Objects::nonNull)
        .findFirst()
        .map(place -> place + ": " + field)
        .orElse(field);
  }

  private static Node.Fields over(Node.Fields base, Node.Fields patch) {
    Map<String, Node.Field> all = new LinkedHashMap<>(base.fields());
    patch
        .fields()
        .forEach((name, field) -> {
          switch (field.value()) {
            case Node.Null _ -> all.remove(name);
            case Node.Fields object ->
                all.put(
                    name,
                    new Node.Field(
                        field.place(),
                        base.value(name) instanceof Node.Fields below
                            ? over(below, object)
                            : object));
            case Node.Items _, Node.Text _, Node.Numeral _, Node.Bool _ -> all.put(name, field);
          }
        });
    return new Node.Fields(all, patch.place());
  }
}
