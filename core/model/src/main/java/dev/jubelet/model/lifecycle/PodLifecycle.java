package dev.jubelet.model.lifecycle;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;

/**
 * Where a pod stands on this node. It only ever moves down this list.
 *
 * <pre>
 *   Waiting ──► Syncing ──► Terminating ──► Terminated ──► Finished
 *      └───────────────────────▲   (removed before it ran)
 * </pre>
 *
 * Containers may be started in {@code Syncing} only. {@code Terminated} means that nothing of the
 * pod runs any more, though its remains are kept for as long as its source still wants it.
 */
public sealed interface PodLifecycle {
  PodUid uid();

  /** Accepted, but something has to end first: a predecessor of the same name. */
  record Waiting(Pod pod, String why) implements PodLifecycle {
    @Override
    public PodUid uid() {
      return pod.uid();
    }
  }

  record Syncing(Pod pod) implements PodLifecycle {
    @Override
    public PodUid uid() {
      return pod.uid();
    }
  }

  /** {@code wanted} tells whether the source still lists the pod, as it does after completion. */
  record Terminating(PodSubject subject, Termination termination, boolean wanted)
      implements PodLifecycle {
    @Override
    public PodUid uid() {
      return subject.uid();
    }
  }

  record Terminated(PodSubject subject, Termination termination, boolean wanted)
      implements PodLifecycle {
    @Override
    public PodUid uid() {
      return subject.uid();
    }
  }

  record Finished(PodUid uid) implements PodLifecycle {}
}
