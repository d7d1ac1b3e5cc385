package dev.jubelet.decide.source;

import dev.jubelet.model.pod.Pod;

/** What changed in one source between two deliveries. */
public sealed interface SourceChange {
  Pod pod();

  record Added(Pod pod) implements SourceChange {}

  record Updated(Pod pod) implements SourceChange {}

  /** Its deletion was asked for: it ends gracefully while the source still lists it. */
  record Deleting(Pod pod) implements SourceChange {}

  record Removed(Pod pod) implements SourceChange {}

  /** Only its status was changed, by someone else: ours has to be told again. */
  record Reconciled(Pod pod) implements SourceChange {}
}
