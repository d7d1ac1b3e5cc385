package dev.jubelet.app.training;

import dev.jubelet.cri.wire.CgroupDriver;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.ContainerEventType;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.ContainerStatusRequest;
import dev.jubelet.cri.wire.ContainerStatusResponse;
import dev.jubelet.cri.wire.CreateContainerRequest;
import dev.jubelet.cri.wire.CreateContainerResponse;
import dev.jubelet.cri.wire.GetEventsRequest;
import dev.jubelet.cri.wire.LinuxRuntimeConfiguration;
import dev.jubelet.cri.wire.ListContainersRequest;
import dev.jubelet.cri.wire.ListContainersResponse;
import dev.jubelet.cri.wire.RemoveContainerRequest;
import dev.jubelet.cri.wire.RemoveContainerResponse;
import dev.jubelet.cri.wire.RuntimeCondition;
import dev.jubelet.cri.wire.RuntimeConfigRequest;
import dev.jubelet.cri.wire.RuntimeConfigResponse;
import dev.jubelet.cri.wire.RuntimeStatus;
import dev.jubelet.cri.wire.StartContainerRequest;
import dev.jubelet.cri.wire.StartContainerResponse;
import dev.jubelet.cri.wire.StatusRequest;
import dev.jubelet.cri.wire.StatusResponse;
import dev.jubelet.cri.wire.StopContainerRequest;
import dev.jubelet.cri.wire.StopContainerResponse;
import dev.jubelet.cri.wire.VersionRequest;
import dev.jubelet.cri.wire.VersionResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A CRI server that runs nothing: containers are entries in a table that change when told to. */
final class ScriptedRuntime extends ScriptedSandboxes {
  private final Map<String, ContainerStatus> containers = new ConcurrentHashMap<>();
  private volatile @Nullable StreamObserver<ContainerEventResponse> listener;

  @Override
  public void version(VersionRequest request, StreamObserver<VersionResponse> answer) {
    answer(
        answer,
        VersionResponse.newBuilder()
            .setVersion("0.1.0")
            .setRuntimeName("scripted")
            .setRuntimeVersion("1")
            .setRuntimeApiVersion("v1")
            .build());
  }

  @Override
  public void status(StatusRequest request, StreamObserver<StatusResponse> answer) {
    answer(
        answer,
        StatusResponse.newBuilder()
            .setStatus(
                RuntimeStatus.newBuilder()
                    .addConditions(ready("RuntimeReady"))
                    .addConditions(ready("NetworkReady")))
            .build());
  }

  private static RuntimeCondition ready(String type) {
    return RuntimeCondition.newBuilder().setType(type).setStatus(true).build();
  }

  @Override
  public void runtimeConfig(
      RuntimeConfigRequest request, StreamObserver<RuntimeConfigResponse> answer) {
    answer(
        answer,
        RuntimeConfigResponse.newBuilder()
            .setLinux(LinuxRuntimeConfiguration.newBuilder().setCgroupDriver(CgroupDriver.CGROUPFS))
            .build());
  }

  @Override
  public void getContainerEvents(
      GetEventsRequest request, StreamObserver<ContainerEventResponse> events) {
    listener = events;
  }

  @Override
  public void createContainer(
      CreateContainerRequest request, StreamObserver<CreateContainerResponse> answer) {
    ContainerStatus made =
        ContainerStatus.newBuilder()
            .setId(newId())
            .setMetadata(request.getConfig().getMetadata())
            .setImage(request.getConfig().getImage())
            .setImageRef(ScriptedImages.ID)
            .setImageId(ScriptedImages.ID)
            .putAllLabels(request.getConfig().getLabelsMap())
            .putAllAnnotations(request.getConfig().getAnnotationsMap())
            .setCreatedAt(now())
            .setState(ContainerState.CONTAINER_CREATED)
            .setLogPath(
                request.getSandboxConfig().getLogDirectory()
                    + "/"
                    + request.getConfig().getLogPath())
            .build();
    containers.put(made.getId(), made);
    own(made.getId(), request.getPodSandboxId());
    answer(answer, CreateContainerResponse.newBuilder().setContainerId(made.getId()).build());
  }

  @Override
  public void startContainer(
      StartContainerRequest request, StreamObserver<StartContainerResponse> answer) {
    containers.computeIfPresent(
        request.getContainerId(),
        (_, container) ->
            container.toBuilder()
                .setState(ContainerState.CONTAINER_RUNNING)
                .setStartedAt(now())
                .build());
    answer(answer, StartContainerResponse.getDefaultInstance());
    tell(request.getContainerId(), ContainerEventType.CONTAINER_STARTED_EVENT);
  }

  @Override
  public void stopContainer(
      StopContainerRequest request, StreamObserver<StopContainerResponse> answer) {
    containers.computeIfPresent(
        request.getContainerId(),
        (_, container) ->
            container.toBuilder()
                .setState(ContainerState.CONTAINER_EXITED)
                .setReason("Completed")
                .setFinishedAt(now())
                .build());
    answer(answer, StopContainerResponse.getDefaultInstance());
    tell(request.getContainerId(), ContainerEventType.CONTAINER_STOPPED_EVENT);
  }

  @Override
  public void removeContainer(
      RemoveContainerRequest request, StreamObserver<RemoveContainerResponse> answer) {
    containers.remove(request.getContainerId());
    answer(answer, RemoveContainerResponse.getDefaultInstance());
  }

  @Override
  public void listContainers(
      ListContainersRequest request, StreamObserver<ListContainersResponse> answer) {
    ListContainersResponse.Builder list = ListContainersResponse.newBuilder();
    containers.values().stream()
        .filter(container ->
            matches(container.getLabelsMap(), request.getFilter().getLabelSelectorMap()))
        .forEach(container -> list.addContainers(listed(container)));
    answer(answer, list.build());
  }

  private Container listed(ContainerStatus container) {
    return Container.newBuilder()
        .setId(container.getId())
        .setPodSandboxId(owner(container.getId()))
        .setMetadata(container.getMetadata())
        .setImage(container.getImage())
        .setImageRef(container.getImageRef())
        .setState(container.getState())
        .setCreatedAt(container.getCreatedAt())
        .putAllLabels(container.getLabelsMap())
        .putAllAnnotations(container.getAnnotationsMap())
        .build();
  }

  @Override
  public void containerStatus(
      ContainerStatusRequest request, StreamObserver<ContainerStatusResponse> answer) {
    ContainerStatus container = containers.get(request.getContainerId());
    if (container == null) {
      answer.onError(Status.NOT_FOUND.asRuntimeException());
      return;
    }
    answer(answer, ContainerStatusResponse.newBuilder().setStatus(container).build());
  }

  @Override
  void sandboxRemoved(String sandbox) {
    containers.keySet().removeIf(id -> owner(id).equals(sandbox));
  }

  private void tell(String container, ContainerEventType type) {
    StreamObserver<ContainerEventResponse> events = listener;
    if (events != null) {
      synchronized (events) {
        events.onNext(
            ContainerEventResponse.newBuilder()
                .setContainerId(container)
                .setContainerEventType(type)
                .setCreatedAt(now())
                .setPodSandboxStatus(sandboxStatus(owner(container)))
                .build());
      }
    }
  }

  static long now() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }
}
