package dev.jubelet.decide.status;

import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * How the containers of an ended pod are left. One whose end nobody saw counts as failed, so that
 * the pod is never called a success by mistake. Kubernetes leaves alone what the pod never came to:
 * containers behind a failed init container stay waiting.
 */
final class FinalStates {
  private static final ContainerState LOST =
      ContainerStates.unseenEnd(
          ContainerStates.STATUS_UNKNOWN, "The end of the container was not seen");

  private FinalStates() {}

  static List<ContainerStatus> ofInit(List<ContainerStatus> statuses) {
    int begun = statuses.isEmpty() ? 0 : 1;
    for (int i = 0; i < statuses.size(); i++) {
      if (!neverLeftWaiting(statuses.get(i))) {
        begun = i + 1;
      }
    }
    List<ContainerStatus> all = new ArrayList<>(statuses);
    for (int i = 0; i < begun; i++) {
      all.set(i, ended(statuses.get(i)));
    }
    return List.copyOf(all);
  }

  /**
   * @param init the statuses of the pod's init containers
   */
  static List<ContainerStatus> ofMain(
      List<ContainerStatus> statuses, List<ContainerStatus> init, PodStatus previous) {
    return initialized(statuses, init, previous)
        ? statuses.stream().map(FinalStates::ended).toList()
        : statuses;
  }

  static List<ContainerStatus> ofEphemeral(List<ContainerStatus> statuses) {
    return statuses.stream()
        .map(status -> neverLeftWaiting(status) ? status : ended(status))
        .toList();
  }

  private static boolean initialized(
      List<ContainerStatus> main, List<ContainerStatus> init, PodStatus previous) {
    if (init.isEmpty() || main.stream().anyMatch(status -> !neverLeftWaiting(status))) {
      return true;
    }
    ContainerStateTerminated end = init.getLast().state().terminated();
    return (end != null && end.exitCode() == 0)
        || previous.conditions().stream()
            .anyMatch(c ->
                c.type().equals(InitializedCondition.TYPE) && c.status() == ConditionStatus.TRUE);
  }

  private static boolean neverLeftWaiting(ContainerStatus status) {
    return status.state().running() == null
        && status.state().terminated() == null
        && status.lastState().terminated() == null;
  }

  private static ContainerStatus ended(ContainerStatus status) {
    return status.state().terminated() != null ? status : status.withState(LOST);
  }
}
