package dev.jubelet.engine.pod;

import dev.jubelet.model.pod.PodUid;

/** What the node has to hear from a pod's worker. */
public interface PodWorkerListener {
  /** Nothing of the pod runs any more: what it used is free. */
  void ended(PodUid uid);

  /** Its containers have the resources that it was given. */
  void resized(PodUid uid);

  /** Its time is up: it has to end, and to stay ended in our next life. */
  void overdue(PodUid uid, String message);

  /** Nothing is left of it. */
  void finished(PodUid uid);

  /**
   * The worker met a state that cannot be; it has stopped, and the pod has to be looked at afresh.
   */
  void broken(PodUid uid, RuntimeException why);
}
