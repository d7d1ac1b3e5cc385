package dev.jubelet.model.lifecycle;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import org.jspecify.annotations.Nullable;

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
  default PodUid uid() {
    return switch (this) {
      case Waiting(Pod pod, String _) -> pod.uid();
      case Syncing(Pod pod) -> pod.uid();
      case Terminating terminating -> terminating.subject().uid();
      case Terminated terminated -> terminated.subject().uid();
      case Finished(PodUid uid) -> uid;
    };
  }

  /** Null when only the node still knows it, or nothing is left of it. */
  default @Nullable Pod pod() {
    return switch (this) {
      case Waiting waiting -> waiting.pod();
      case Syncing syncing -> syncing.pod();
      case Terminating(PodSubject.Known(Pod pod), Termination _, boolean _) -> pod;
      case Terminated(PodSubject.Known(Pod pod), Termination _, boolean _) -> pod;
      case Terminating _, Terminated _, Finished _ -> null;
    };
  }

  /** Accepted, but something has to end first: a predecessor of the same name. */
  record Waiting(Pod pod, String why) implements PodLifecycle {}

  record Syncing(Pod pod) implements PodLifecycle {}

  /** {@code wanted} tells whether the source still lists the pod, as it does after completion. */
  record Terminating(PodSubject subject, Termination termination, boolean wanted)
      implements PodLifecycle {}

  record Terminated(PodSubject subject, Termination termination, boolean wanted)
      implements PodLifecycle {}

  record Finished(PodUid uid) implements PodLifecycle {}
}
