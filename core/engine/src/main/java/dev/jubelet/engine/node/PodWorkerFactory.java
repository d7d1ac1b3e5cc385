package dev.jubelet.engine.node;

import dev.jubelet.engine.pod.PodWorker;
import dev.jubelet.engine.pod.PodWorkerListener;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.PodObservation;

/** Makes the worker of a pod. */
@FunctionalInterface
public interface PodWorkerFactory {
  PodWorker make(
      PodLifecycle lifecycle,
      PodName name,
      PodObservation first,
      boolean networkReady,
      PodWorkerListener listener);
}
