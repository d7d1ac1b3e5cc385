package dev.jubelet.decide.state;

import dev.jubelet.decide.config.annotation.ContainerHash;
import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ObservedContainer;

/** Compares what a container was made from with what is wanted of it now. */
public final class DefinitionDiff {
  private DefinitionDiff() {}

  /** Kubernetes: only the fields in the hash make another container of it. */
  public static boolean changed(Container wanted, ObservedContainer made) {
    return RuntimeAnnotations.hash(made.annotations())
        .map(hash -> !hash.equals(ContainerHash.of(wanted)))
        .orElse(false);
  }
}
