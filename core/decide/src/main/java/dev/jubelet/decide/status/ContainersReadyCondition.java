package dev.jubelet.decide.status;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Whether all sidecars and main containers are ready. */
final class ContainersReadyCondition {
  static final String TYPE = "ContainersReady";
  static final String POD_COMPLETED = "PodCompleted";
  static final String POD_FAILED = "PodFailed";

  private ContainersReadyCondition() {}

  static ConditionDraft of(
      Pod pod, List<ContainerStatus> init, List<ContainerStatus> main, PodPhase phase) {
    if (phase == PodPhase.SUCCEEDED) {
      return ConditionDraft.no(TYPE, POD_COMPLETED, "");
    }
    if (phase == PodPhase.FAILED) {
      return ConditionDraft.no(TYPE, POD_FAILED, "");
    }
    Stream<ContainerStatus> sidecars =
        IntStream.range(0, init.size())
            .filter(i -> pod.spec().initContainers().get(i).isSidecar())
            .mapToObj(init::get);
    List<String> unready =
        Stream.concat(sidecars, main.stream())
            .filter(status -> !status.ready())
            .map(ContainerStatus::name)
            .toList();
    if (unready.isEmpty()) {
      return ConditionDraft.yes(TYPE);
    }
    return ConditionDraft.no(
        TYPE,
        "ContainersNotReady",
        "containers with unready status: [" + String.join(" ", unready) + "]");
  }
}
