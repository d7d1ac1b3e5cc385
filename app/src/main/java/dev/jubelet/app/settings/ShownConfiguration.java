package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;

/** The configuration in force, as {@code /configz} shows it. */
public final class ShownConfiguration {
  private static final String HEADERS = "staticPodURLHeader";

  private ShownConfiguration() {}

  public static String json(KubeletConfiguration configuration) {
    JsonObject shown = new JsonObject();
    RecordEncoder.tree(KubeletConfiguration.API_VERSION, KubeletConfiguration.KIND, configuration)
        .fields()
        .forEach((name, field) ->
            shown.put(name, name.equals(HEADERS) ? masked(field.value()) : field.value()));
    return JsonWriter.compact(new JsonObject().put("kubeletconfig", shown).build());
  }

  /** Values of headers can be passwords. */
  private static Node masked(Node headers) {
    JsonObject shown = new JsonObject();
    if (headers instanceof Node.Fields fields) {
      fields.fields().keySet().forEach(name -> shown.put(name, "<masked>"));
    }
    return shown.build();
  }
}
