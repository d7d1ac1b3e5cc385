package dev.jubelet.decide.resize;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import java.util.List;

/** One step on the way of a pod from what it has to what it was given. */
public sealed interface ResizeStep {
  default String key() {
    return switch (this) {
      case Begin _ -> "pod";
      case Change change -> "container " + change.container().name();
      case Finish _ -> "finish";
    };
  }

  /**
   * Makes sure that no memory limit falls below what is used, tells the runtime, and makes room in
   * the pod's cgroup for what is and for what will be.
   */
  record Begin(Pod before, Pod widest, SandboxId sandbox, List<ObservedContainer> lowered)
      implements ResizeStep {
    public Begin {
      lowered = List.copyOf(lowered);
    }
  }

  /** Gives one running container what it was given. */
  record Change(Container container, ObservedContainer instance, ContainerAmounts amounts)
      implements ResizeStep {}

  /** Takes back from the pod's cgroup what its containers do not have any more. */
  record Finish() implements ResizeStep {}
}
