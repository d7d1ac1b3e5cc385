package dev.jubelet.decide.status;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.util.ArrayList;
import java.util.List;

/** Whether all init containers have done their work. What was once initialized stays so. */
final class InitializedCondition {
  static final String TYPE = "Initialized";

  private InitializedCondition() {}

  static ConditionDraft of(
      Pod pod,
      List<ContainerStatus> init,
      List<ContainerStatus> main,
      PodPhase phase,
      PodStatus previous) {
    if (phase == PodPhase.SUCCEEDED) {
      return ConditionDraft.yes(TYPE, ContainersReadyCondition.POD_COMPLETED);
    }
    List<String> incomplete = incomplete(pod.spec().initContainers(), init);
    if (incomplete.isEmpty() || anyBegun(main) || wasTrue(previous)) {
      return ConditionDraft.yes(TYPE);
    }
    return ConditionDraft.no(
        TYPE,
        "ContainersNotInitialized",
        "containers with incomplete status: [" + String.join(" ", incomplete) + "]");
  }

  private static List<String> incomplete(List<Container> containers, List<ContainerStatus> init) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      ContainerStatus status = init.get(i);
      boolean done =
          containers.get(i).isSidecar() ? Boolean.TRUE.equals(status.started()) : status.ready();
      if (!done) {
        names.add(status.name());
      }
    }
    return names;
  }

  /** Sidecars restart without making the pod uninitialized. */
  private static boolean anyBegun(List<ContainerStatus> main) {
    return main.stream()
        .anyMatch(s -> s.state().running() != null || s.state().terminated() != null);
  }

  private static boolean wasTrue(PodStatus previous) {
    return previous.conditions().stream()
        .anyMatch(c -> c.type().equals(TYPE) && c.status() == ConditionStatus.TRUE);
  }
}
