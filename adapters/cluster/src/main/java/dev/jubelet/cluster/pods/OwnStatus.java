package dev.jubelet.cluster.pods;

import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodConditionBuilder;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.status.PodStatusBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
                .map(WireTimes::of)
                .toList())
        .nominatedNodeName("")
        .startTime(WireTimes.of(status.startTime()))
        .initContainerStatuses(WireTimes.of(status.initContainerStatuses()))
        .containerStatuses(WireTimes.of(status.containerStatuses()))
        .ephemeralContainerStatuses(WireTimes.of(status.ephemeralContainerStatuses()))
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
}
