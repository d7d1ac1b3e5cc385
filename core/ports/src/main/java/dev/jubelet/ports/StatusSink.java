package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;

/** Where pod statuses are shown: the API server, or the node's own list. */
public interface StatusSink {
  void publish(Pod pod, PodStatus status);

  /**
   * The deletion of the pod was asked for, its last status has arrived and nothing of it is left
   * that others could miss: whoever keeps it may let it go.
   */
  default void release(Pod pod) {}

  void forget(PodUid uid);
}
