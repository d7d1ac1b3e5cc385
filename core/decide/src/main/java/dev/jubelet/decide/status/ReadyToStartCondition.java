package dev.jubelet.decide.status;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;

/** Whether the pod has a sandbox, with its network, that containers can be started in. */
final class ReadyToStartCondition {
  static final String TYPE = "PodReadyToStartContainers";

  private ReadyToStartCondition() {}

  static ConditionDraft of(Pod pod, PodObservation observed) {
    return observed.usableSandbox(pod.spec().hostNetwork()).isPresent()
        ? ConditionDraft.yes(TYPE)
        : ConditionDraft.no(TYPE);
  }
}
