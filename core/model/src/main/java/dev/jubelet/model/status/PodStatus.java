package dev.jubelet.model.status;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record PodStatus(
    long observedGeneration,
    PodPhase phase,
    List<PodCondition> conditions,
    String message,
    String reason,
    String nominatedNodeName,
    String hostIP,
    List<HostIp> hostIPs,
    String podIP,
    List<PodIp> podIPs,
    @Nullable Instant startTime,
    List<ContainerStatus> initContainerStatuses,
    List<ContainerStatus> containerStatuses,
    @Nullable QosClass qosClass,
    List<ContainerStatus> ephemeralContainerStatuses,
    @Nullable PodResizeStatus resize,
    List<PodResourceClaimStatus> resourceClaimStatuses,
    @Nullable PodExtendedResourceClaimStatus extendedResourceClaimStatus,
    Map<String, Quantity> allocatedResources,
    @Nullable ResourceRequirements resources,
    List<NodeAllocatableResourceClaimStatus> nodeAllocatableResourceClaimStatuses) {

  public PodStatus {
    conditions = List.copyOf(conditions);
    hostIPs = List.copyOf(hostIPs);
    podIPs = List.copyOf(podIPs);
    initContainerStatuses = List.copyOf(initContainerStatuses);
    containerStatuses = List.copyOf(containerStatuses);
    ephemeralContainerStatuses = List.copyOf(ephemeralContainerStatuses);
    resourceClaimStatuses = List.copyOf(resourceClaimStatuses);
    allocatedResources = Ordered.copyOf(allocatedResources);
    nodeAllocatableResourceClaimStatuses = List.copyOf(nodeAllocatableResourceClaimStatuses);
  }
}
