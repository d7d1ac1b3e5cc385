package dev.jubelet.engine.node;

import dev.jubelet.engine.pod.PodActor;
import dev.jubelet.engine.pod.PodNews;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.PodObservation;

/** Makes the actor of a pod. */
@FunctionalInterface
public interface ActorFactory {
  PodActor make(
      PodLifecycle lifecycle,
      PodName name,
      PodObservation first,
      boolean networkReady,
      PodNews news);
}
