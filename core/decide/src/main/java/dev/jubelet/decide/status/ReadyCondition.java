package dev.jubelet.decide.status;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodReadinessGate;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the pod may be given work: its containers are ready, and all its gates are open. */
final class ReadyCondition {
  static final String TYPE = "Ready";

  private ReadyCondition() {}

  /**
   * @param others the conditions that somebody else keeps on the pod
   */
  static ConditionDraft of(Pod pod, ConditionDraft containersReady, List<PodCondition> others) {
    if (containersReady.status() != ConditionStatus.TRUE) {
      return containersReady.as(TYPE);
    }
    List<String> shut = new ArrayList<>();
    for (PodReadinessGate gate : pod.spec().readinessGates()) {
      objection(gate.conditionType(), others).ifPresent(shut::add);
    }
    return shut.isEmpty()
        ? ConditionDraft.yes(TYPE)
        : ConditionDraft.no(TYPE, "ReadinessGatesNotReady", String.join(", ", shut));
  }

  private static Optional<String> objection(String gate, List<PodCondition> others) {
    Optional<PodCondition> found = others.stream().filter(c -> c.type().equals(gate)).findFirst();
    if (found.isEmpty()) {
      return Optional.of(
          "corresponding condition of pod readiness gate \"" + gate + "\" does not exist.");
    }
    ConditionStatus status = found.get().status();
    return status == ConditionStatus.TRUE
        ? Optional.empty()
        : Optional.of(
            "the status of pod readiness gate \""
                + gate
                + "\" is not \"True\", but "
                + status.wire());
  }
}
