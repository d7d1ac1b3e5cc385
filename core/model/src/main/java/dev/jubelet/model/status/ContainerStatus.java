package dev.jubelet.model.status;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record ContainerStatus(
    String name,
    ContainerState state,
    ContainerState lastState,
    boolean ready,
    int restartCount,
    String image,
    String imageID,
    String containerID,
    @Nullable Boolean started,
    Map<String, Quantity> allocatedResources,
    @Nullable ResourceRequirements resources,
    List<VolumeMountStatus> volumeMounts,
    @Nullable ContainerUser user,
    List<ResourceStatus> allocatedResourcesStatus,
    @Nullable String stopSignal) {

  public ContainerStatus {
    allocatedResources = Ordered.copyOf(allocatedResources);
    volumeMounts = List.copyOf(volumeMounts);
    allocatedResourcesStatus = List.copyOf(allocatedResourcesStatus);
  }

  public ContainerStatus withState(ContainerState newState) {
    return withStates(newState, lastState);
  }

  public ContainerStatus withStates(ContainerState newState, ContainerState newLastState) {
    return ContainerStatusBuilder.builder(this).state(newState).lastState(newLastState).build();
  }

  public ContainerStatus withRestartCount(int count) {
    return ContainerStatusBuilder.builder(this).restartCount(count).build();
  }

  public ContainerStatus withReadiness(boolean nowReady, @Nullable Boolean nowStarted) {
    return ContainerStatusBuilder.builder(this).ready(nowReady).started(nowStarted).build();
  }
}
