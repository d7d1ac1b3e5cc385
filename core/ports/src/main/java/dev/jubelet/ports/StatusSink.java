package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;

/** Where pod statuses are shown: the API server, or the node's own list. */
public interface StatusSink {
  void publish(Pod pod, PodStatus status);

  void forget(PodUid uid);
}
