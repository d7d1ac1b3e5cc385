package dev.jubelet.network.plugin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.result.SpecVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which versions plugins speak; each is asked once, and again when its program was replaced. */
public final class PluginVersions {
  private static final String CONFIG = "{\"cniVersion\":\"1.1.0\"}";

  private final Plugins plugins;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(String state, List<String> versions) {}

  public PluginVersions(Plugins plugins) {
    this.plugins = plugins;
  }

  /**
   * @throws CniFailure when the plugin does not speak that version
   */
  public void require(String type, SpecVersion version, Deadline deadline) {
    String state = plugins.state(type);
    Answer known = answers.get(type);
    if (known == null || !known.state.equals(state)) {
      known = new Answer(state, ask(type, deadline));
      answers.put(type, known);
    }
    if (!known.versions.contains(version.text())) {
      throw new CniFailure(
          CniFailure.INCOMPATIBLE_VERSION,
          "plugin " + type + " does not support config version \"" + version + "\"",
          "it supports " + known.versions);
    }
  }

  private List<String> ask(String type, Deadline deadline) {
    // libcni: what is meaningless for VERSION is there all the same, since old plugins insist.
    CniCall call =
        new CniCall(
            CniCall.Command.VERSION, "", "dummy", "dummy", List.of(), List.of("dummy"), CONFIG);
    try {
      Node.Fields answer = Json.object(plugins.find(type).call(call, deadline));
      return Json.textsOf(answer, "supportedVersions");
    } catch (IllegalArgumentException noAnswer) {
      throw new CniFailure(
          CniFailure.DECODING_FAILURE,
          "plugin " + type + ": its versions cannot be read",
          noAnswer);
    }
  }
}
