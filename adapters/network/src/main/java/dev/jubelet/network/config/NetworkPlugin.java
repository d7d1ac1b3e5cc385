package dev.jubelet.network.config;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.plugin.CniNames;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * One plugin of a network.
 *
 * @param capabilities what it wants to be told at run time
 */
public record NetworkPlugin(String type, Set<String> capabilities, Node.Fields config) {
  static NetworkPlugin read(Node.Fields config) {
    String type = Json.textOf(config, "type");
    if (type.isEmpty()) {
      throw new IllegalArgumentException("a plugin has no type");
    }
    CniNames.requireType(type);
    Set<String> capabilities = new LinkedHashSet<>();
    Node.Fields said = Json.objectOf(config, "capabilities");
    if (said != null) {
      for (Map.Entry<String, Node.Field> each : said.fields().entrySet()) {
        if (each.getValue().value() instanceof Node.Bool wanted && wanted.value()) {
          capabilities.add(each.getKey());
        }
      }
    }
    return new NetworkPlugin(type, capabilities, config);
  }
}
