package dev.jubelet.app.settings.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Who runs the node's containers. */
public sealed interface RuntimeEndpoint {
  /** What {@code containerRuntimeEndpoint} says for the runtime inside this process. */
  String EMBEDDED = "embedded";

  /** A runtime that others started. */
  record Socket(Path path, Duration requestTimeout) implements RuntimeEndpoint {}

  /**
   * The one inside this process.
   *
   * @param offered a socket on which others find it too
   */
  record Embedded(EmbeddedSettings settings, Optional<Path> offered) implements RuntimeEndpoint {}
}
