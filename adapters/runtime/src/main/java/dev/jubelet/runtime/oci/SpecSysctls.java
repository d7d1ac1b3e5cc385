package dev.jubelet.runtime.oci;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import java.util.Map;

/**
 * Kernel parameters of the pod, in the namespaces that are made with the container. Whoever made
 * the pod's own has set them there already, and a restart must not undo what somebody changed
 * since; those of the node stay as they are.
 */
final class SpecSysctls {
  private SpecSysctls() {}

  static Node.Fields of(Map<String, String> wanted, NamespaceOptions options) {
    JsonObject builder = new JsonObject();
    wanted.forEach((asked, value) -> {
      String name = dotted(asked);
      Mode mode = name.startsWith("net.") ? options.network() : options.ipc();
      if (mode == Mode.CONTAINER) {
        builder.put(name, value);
      }
    });
    return builder.build();
  }

  /** sysctl(8): the first of dot and slash separates; OCI runtimes know dots only. */
  private static String dotted(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    boolean slashes = slash >= 0 && (dot < 0 || slash < dot);
    return slashes ? name.replace('.', '\0').replace('/', '.').replace('\0', '/') : name;
  }
}
