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
}
