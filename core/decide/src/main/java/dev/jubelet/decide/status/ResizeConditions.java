package dev.jubelet.decide.status;

import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Whether a pod waits for other resources, and whether it is on its way to them. A condition is
 * there or it is not: none is ever false.
 */
final class ResizeConditions {
  static final String PENDING = "PodResizePending";
  static final String IN_PROGRESS = "PodResizeInProgress";

  private ResizeConditions() {}

  static List<PodCondition> of(StatusInput input) {
    List<PodCondition> all = new ArrayList<>();
    if (!input.alive()) {
      return all;
    }
    ResizeState standing = input.remembered().resize().standing();
    ResizeState.Pending pending = standing.pending();
    if (pending != null) {
      all.add(condition(input, PENDING, pending.generation(), pending.reason(), pending.message()));
    }
    ResizeState.Underway underway = standing.underway();
    if (underway != null) {
      String error = input.remembered().resize().error();
      all.add(
          condition(
              input, IN_PROGRESS, underway.generation(), error.isEmpty() ? "" : "Error", error));
    }
    return all;
  }

  private static PodCondition condition(
      StatusInput input, String type, long generation, String reason, String message) {
    Instant since =
        input.previous().conditions().stream()
            .filter(c -> c.type().equals(type) && c.status() == ConditionStatus.TRUE)
            .map(PodCondition::lastTransitionTime)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(ContainerStates.seconds(input.now()));
    return new PodCondition(type, generation, ConditionStatus.TRUE, null, since, reason, message);
  }
}
