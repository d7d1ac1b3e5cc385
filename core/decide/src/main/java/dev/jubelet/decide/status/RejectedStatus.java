package dev.jubelet.decide.status;

import dev.jubelet.decide.resources.QosClasses;
import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The status of a pod that was never let in: final, and without a word on its containers. */
public final class RejectedStatus {
  private RejectedStatus() {}

  public static PodStatus of(Pod pod, String reason, String message, Instant now) {
    PodStatus source = pod.status();
    return new PodStatus(
        Math.max(pod.metadata().generation(), source.observedGeneration()),
        PodPhase.FAILED,
        Conditions.ofOthers(pod),
        "Pod was rejected: " + message,
        reason,
        source.nominatedNodeName(),
        "",
        List.of(),
        "",
        List.of(),
        Optional.ofNullable(source.startTime()).orElse(ContainerStates.seconds(now)),
        List.of(),
        List.of(),
        QosClasses.of(pod),
        List.of(),
        null,
        source.resourceClaimStatuses(),
        source.extendedResourceClaimStatus(),
        Map.of(),
        null,
        source.nodeAllocatableResourceClaimStatuses());
  }
}
