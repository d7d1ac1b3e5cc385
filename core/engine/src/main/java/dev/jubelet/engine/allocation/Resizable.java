package dev.jubelet.engine.allocation;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.model.pod.Pod;

/** A living pod that may want other resources than it has. */
public interface Resizable {
  /** As its source wants it. */
  Pod wanted();

  /** With what it was given. */
  Pod held();

  void hold(Pod given);

  void tell(PodEvent event);
}
