package dev.jubelet.engine.allocation;

import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import org.jspecify.annotations.Nullable;

/**
 * What one pod was given.
 *
 * @param leaving what it had before, until its containers have what it was given
 */
record Allocated(PodAllocation now, ResizeState.@Nullable Underway leaving) {
  Allocated settled() {
    return new Allocated(now, null);
  }
}
