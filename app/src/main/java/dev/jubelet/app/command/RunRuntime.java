package dev.jubelet.app.command;

import dev.jubelet.app.settings.EmbeddedFlags;
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

  EmbeddedFlags flags();

  /** Removes all pods and all that it made, whoever left it. */
  void clear();
}
