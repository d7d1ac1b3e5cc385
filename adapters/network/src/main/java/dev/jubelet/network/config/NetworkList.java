package dev.jubelet.network.config;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.network.plugin.CniNames;
import dev.jubelet.network.result.SpecVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A network: plugins that are called one after the other.
 *
 * @param text the configuration as it was read, which the cache keeps
 */
@RecordBuilder
public record NetworkList(
    String name,
    SpecVersion version,
    boolean checkDisabled,
    boolean collectionDisabled,
    boolean inlinedOnly,
    List<NetworkPlugin> plugins,
    String text) {
  public NetworkList {
    plugins = List.copyOf(plugins);
  }

  /** A list of plugins, or with a {@code type} and no {@code plugins} a single one. */
  public static NetworkList read(String text) {
    Node.Fields object = Json.object(text);
    String name = Json.textOf(object, "name");
    boolean single = object.value("plugins") == null && object.value("type") != null;
    // libcni: a single plugin without a name is a network that no pod can be attached to, which is
    // enough for a node whose pods all have the host's network.
    if (!single || !name.isEmpty()) {
      CniNames.requireNetwork(name);
    }
    if (single) {
      return single(name, object);
    }
    List<NetworkPlugin> plugins = new ArrayList<>();
    for (Node.Fields plugin : Json.objectsOf(object, "plugins")) {
      plugins.add(NetworkPlugin.read(plugin));
    }
    boolean inlinedOnly = flag(object, "loadOnlyInlinedPlugins");
    if (plugins.isEmpty() && (inlinedOnly || object.value("plugins") != null)) {
      throw new IllegalArgumentException("the network " + name + " has no plugins");
    }
    return new NetworkList(
        name,
        version(object),
        flag(object, "disableCheck"),
        flag(object, "disableGC"),
        inlinedOnly,
        plugins,
        text);
  }

  /** libcni: a single plugin is a list of one, written anew. */
  private static NetworkList single(String name, Node.Fields plugin) {
    SpecVersion version = version(plugin);
    JsonObject list = new JsonObject().put("name", name);
    list.putUnlessEmpty("cniVersion", Json.textOf(plugin, "cniVersion"));
    list.put("plugins", List.of(plugin));
    return new NetworkList(
        name,
        version,
        false,
        false,
        true,
        List.of(NetworkPlugin.read(plugin)),
        JsonWriter.go(Json.sorted(list.build())));
  }

  /** CNI 1.1: of several, the highest that we speak. */
  private static SpecVersion version(Node.Fields object) {
    String one = Json.textOf(object, "cniVersion");
    List<String> offered = Json.textsOf(object, "cniVersions");
    if (offered.isEmpty()) {
      return SpecVersion.supported(one.isEmpty() ? "0.1.0" : one);
    }
    List<String> all = new ArrayList<>(offered);
    if (!one.isEmpty()) {
      all.add(one);
    }
    return all.stream()
        .map(SpecVersion::parse)
        .filter(each -> SpecVersion.V1_1_0.atLeast(each) && each.atLeast(SpecVersion.V0_3_0))
        .max(SpecVersion::compareTo)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "none of the cniVersions " + all + " is supported: 0.3.0 to 1.1.0 are"));
  }

  /** libcni also takes the words in quotes. */
  private static boolean flag(Node.Fields object, String name) {
    if (object.value(name) instanceof Node.Text word) {
      return switch (word.value().toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> throw new IllegalArgumentException(name + " must be true or false");
      };
    }
    return Json.boolOf(object, name, false);
  }

  NetworkList with(List<NetworkPlugin> more) {
    List<NetworkPlugin> all = new ArrayList<>(plugins);
    all.addAll(more);
    return NetworkListBuilder.builder(this).plugins(all).build();
  }
}
