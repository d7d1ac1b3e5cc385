package dev.jubelet.cluster.pods;

import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateRunning;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateTerminatedBuilder;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.ContainerStatusBuilder;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodConditionBuilder;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.status.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a pod's status is the node's to say. The rest belongs to the scheduler and controllers.
 */
final class OwnStatus {
  static final String DISRUPTION_TARGET = "DisruptionTarget";

  /** All other fields are kept by others. */
  static final Set<String> FIELDS =
      Set.of(
          "observedGeneration",
          "phase",
          "conditions",
          "message",
          "reason",
          "hostIP",
          "hostIPs",
          "podIP",
          "podIPs",
          "startTime",
          "initContainerStatuses",
          "containerStatuses",
          "qosClass",
          "ephemeralContainerStatuses",
          "resize",
          "allocatedResources",
          "resources");

  /** Kubernetes: the conditions that a kubelet owns. */
  static final Set<String> CONDITIONS =
      Set.of(
          "PodScheduled",
          "Ready",
          "Initialized",
          "ContainersReady",
          "PodReadyToStartContainers",
          "PodResizeInProgress",
          "PodResizePending",
          "AllContainersRestarting");

  private OwnStatus() {}

  /** The status as it reads after a way through the API server, without what is not ours. */
  static PodStatus of(PodStatus status) {
    return PodStatusBuilder.builder(status)
        .conditions(
            status.conditions().stream()
                .filter(OwnStatus::isOurs)
                .sorted(Comparator.comparing(PodCondition::type))
                .map(OwnStatus::seconds)
                .toList())
        .nominatedNodeName("")
        .startTime(seconds(status.startTime()))
        .initContainerStatuses(seconds(status.initContainerStatuses()))
        .containerStatuses(seconds(status.containerStatuses()))
        .ephemeralContainerStatuses(seconds(status.ephemeralContainerStatuses()))
        .resourceClaimStatuses(List.of())
        .extendedResourceClaimStatus(null)
        .nodeAllocatableResourceClaimStatuses(List.of())
        .build();
  }

  /** Others may say that a pod is about to be disrupted, and only of an eviction we do. */
  private static boolean isOurs(PodCondition condition) {
    return CONDITIONS.contains(condition.type())
        || (condition.type().equals(DISRUPTION_TARGET)
            && condition.reason().equals("TerminationByKubelet"));
  }

  /**
   * Ours, with the times of what the API server shows already: a life of ours that begins has not
   * seen when a condition of a static pod became what it is.
   */
  static PodStatus since(PodStatus shown, PodStatus ours) {
    List<PodCondition> conditions =
        ours.conditions().stream()
            .map(condition -> same(shown, condition).orElse(condition))
            .toList();
    Instant start = shown.startTime() == null ? ours.startTime() : shown.startTime();
    return PodStatusBuilder.builder(ours).conditions(conditions).startTime(start).build();
  }

  private static Optional<PodCondition> same(PodStatus shown, PodCondition condition) {
    return shown.conditions().stream()
        .filter(old -> old.type().equals(condition.type()) && old.status() == condition.status())
        .filter(old -> old.lastTransitionTime() != null)
        .map(old ->
            PodConditionBuilder.builder(condition)
                .lastTransitionTime(old.lastTransitionTime())
                .build())
        .findFirst();
  }

  static boolean isFinal(PodStatus status) {
    return status.phase() == PodPhase.SUCCEEDED || status.phase() == PodPhase.FAILED;
  }

  /** Times as the API has them: whole seconds. */
  private static @Nullable Instant seconds(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static PodCondition seconds(PodCondition condition) {
    return PodConditionBuilder.builder(condition)
        .lastProbeTime(seconds(condition.lastProbeTime()))
        .lastTransitionTime(seconds(condition.lastTransitionTime()))
        .build();
  }

  private static List<ContainerStatus> seconds(List<ContainerStatus> containers) {
    return containers.stream().map(OwnStatus::seconds).toList();
  }

  private static ContainerStatus seconds(ContainerStatus container) {
    ContainerState state = seconds(container.state());
    ContainerState last = seconds(container.lastState());
    return state.equals(container.state()) && last.equals(container.lastState())
        ? container
        : ContainerStatusBuilder.builder(container).state(state).lastState(last).build();
  }

  private static ContainerState seconds(ContainerState state) {
    ContainerStateRunning running = state.running();
    ContainerStateTerminated ended = state.terminated();
    return new ContainerState(
        state.waiting(),
        running == null ? null : new ContainerStateRunning(seconds(running.startedAt())),
        ended == null
            ? null
            : ContainerStateTerminatedBuilder.builder(ended)
                .startedAt(seconds(ended.startedAt()))
                .finishedAt(seconds(ended.finishedAt()))
                .build());
  }
}
