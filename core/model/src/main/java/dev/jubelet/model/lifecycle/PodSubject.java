package dev.jubelet.model.lifecycle;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;

/** Whom a life cycle is about: a pod that a source wants, or one that only the node still knows. */
public sealed interface PodSubject {
  PodUid uid();

  PodName name();

  record Known(Pod pod) implements PodSubject {
    @Override
    public PodUid uid() {
      return pod.uid();
    }

    @Override
    public PodName name() {
      return pod.fullName();
    }
  }

  /** Its specification is gone: it can be ended and cleaned up, never started. */
  record Orphan(PodUid uid, PodName name) implements PodSubject {}
}
