package dev.jubelet.model.node;

import org.jspecify.annotations.Nullable;

/** A way in which the runtime can run pods, by the name that RuntimeClasses use. */
public record NodeRuntimeHandler(String name, @Nullable Features features) {
  public record Features(
      @Nullable Boolean recursiveReadOnlyMounts, @Nullable Boolean userNamespaces) {}
}
