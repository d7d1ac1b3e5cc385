package dev.jubelet.app.command;

import dev.jubelet.app.settings.EmbeddedSettings;
import java.nio.file.Path;
import java.util.List;

/** The container runtime of one {@code jubelet run}, in the place of that run. */
interface RunRuntime {
  /** In words for people. */
  String name();

  /** Makes it ready for a node, with these images. */
  void start(List<Path> images);

  /** The node's {@code containerRuntimeEndpoint}. */
  String endpoint();

  /** Counts only where the endpoint is the runtime inside of the node. */
  EmbeddedSettings settings();

  /** Removes all pods and all that it made, whoever left it. */
  void clear();
}
