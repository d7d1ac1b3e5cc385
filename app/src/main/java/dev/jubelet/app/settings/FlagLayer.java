package dev.jubelet.app.settings;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.scheduling.TaintEffect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flags that stand for a field of the configuration, as a layer over the files. */
final class FlagLayer {
  private final List<String> errors = new ArrayList<>();

  private FlagLayer() {}

  static ConfigurationLayer of(KubeletFlags flags) {
    FlagLayer layer = new FlagLayer();
    Node.Fields fields = layer.fields(flags);
    return new ConfigurationLayer("command line", fields, layer.errors, List.of());
  }

  private Node.Fields fields(KubeletFlags flags) {
    JsonObject logging = new JsonObject().putUnlessEmpty("format", flags.logFormat);
    Integer verbosity = flags.verbosity;
    if (verbosity != null) {
      logging.put("verbosity", verbosity);
    }
    JsonObject fields =
        new JsonObject()
            .putUnlessEmpty("containerRuntimeEndpoint", flags.containerRuntimeEndpoint)
            .putUnlessEmpty("staticPodPath", flags.podManifestPath)
            .putUnlessEmpty("staticPodURL", flags.manifestUrl)
            .putUnlessEmpty("staticPodURLHeader", headers(flags.manifestUrlHeaders))
            .putUnlessEmpty("logging", logging.build());
    Boolean registerNode = flags.registerNode;
    if (registerNode != null) {
      fields.put("registerNode", registerNode);
    }
    if (!flags.registerWithTaints.isEmpty()) {
      fields.put(
          "registerWithTaints",
          Arrays.stream(flags.registerWithTaints.split(",", -1))
              .map(each -> taint(each.strip()))
              .toList());
    }
    return fields.build();
  }

  private Node.Fields headers(List<String> headers) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        // The value may be a password, so the text is not repeated.
        errors.add("--manifest-url-header: headers must look like NAME:VALUE");
        continue;
      }
      values
          .computeIfAbsent(header.substring(0, colon).strip(), _ -> new ArrayList<>())
          .add(header.substring(colon + 1).strip());
    }
    JsonObject fields = new JsonObject();
    values.forEach((name, list) -> fields.put(name, Json.texts(list)));
    return fields.build();
  }

  /** {@code KEY=VALUE:EFFECT}, or without a value {@code KEY:EFFECT}. */
  private Node.Fields taint(String text) {
    int colon = text.lastIndexOf(':');
    int equals = text.indexOf('=');
    String effect = text.substring(colon + 1);
    if (colon < 1 || equals == 0) {
      errors.add(
          "--register-with-taints: taints must look like KEY=VALUE:EFFECT, but one is \""
              + text
              + "\"");
    } else if (Arrays.stream(TaintEffect.values()).noneMatch(e -> e.wire().equals(effect))) {
      errors.add(
          "--register-with-taints: an effect must be NoSchedule, PreferNoSchedule or NoExecute,"
              + " but one is \""
              + effect
              + "\"");
    }
    int end = Math.max(colon, 0);
    boolean valued = equals > 0 && equals < end;
    JsonObject taint = new JsonObject().put("key", text.substring(0, valued ? equals : end));
    if (valued) {
      taint.put("value", text.substring(equals + 1, end));
    }
    if (colon > 0) {
      taint.put("effect", effect);
    }
    return taint.build();
  }
}
