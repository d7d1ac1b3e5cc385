package dev.jubelet.decide.status;

import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodPhase;

/** Whether all containers are being taken down to begin anew; only of pods that ask for it. */
final class RestartingAllCondition {
  static final String TYPE = "AllContainersRestarting";

  private RestartingAllCondition() {}

  static ConditionDraft of(StatusInput input, PodPhase phase) {
    if (phase == PodPhase.SUCCEEDED) {
      return ConditionDraft.no(TYPE, ContainersReadyCondition.POD_COMPLETED, "");
    }
    if (phase == PodPhase.FAILED) {
      return ConditionDraft.no(TYPE, ContainersReadyCondition.POD_FAILED, "");
    }
    if (!RestartAll.ongoing(input) || RestartAll.cleanedUp(input)) {
      return ConditionDraft.no(TYPE);
    }
    return new ConditionDraft(
        TYPE,
        ConditionStatus.TRUE,
        "RestartAllContainersStarted",
        "A container's exit asks for a restart of all containers");
  }
}
