package dev.jubelet.app.settings;

import java.nio.file.Path;

/** Who runs the node's containers. */
public sealed interface RuntimeEndpoint {
  /** What {@code containerRuntimeEndpoint} says for the runtime inside this process. */
  String EMBEDDED = "embedded";

  /** A runtime that others started. */
  record Socket(Path path) implements RuntimeEndpoint {}

  record Embedded(EmbeddedSettings settings) implements RuntimeEndpoint {}
}
