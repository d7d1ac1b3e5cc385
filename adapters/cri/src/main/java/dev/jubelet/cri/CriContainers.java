package dev.jubelet.cri;

import dev.jubelet.cri.messages.ContainerConfigMessages;
import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.ResourceMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerStatusRequest;
import dev.jubelet.cri.wire.CreateContainerRequest;
import dev.jubelet.cri.wire.ListContainersRequest;
import dev.jubelet.cri.wire.ListContainersResponse;
import dev.jubelet.cri.wire.RemoveContainerRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StartContainerRequest;
import dev.jubelet.cri.wire.StopContainerRequest;
import dev.jubelet.cri.wire.UpdateContainerResourcesRequest;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Containers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class CriContainers implements Containers {
  private final CriCalls calls;
  private final SandboxOfContainer sandboxes;

  CriContainers(CriCalls calls) {
    this.calls = calls;
    this.sandboxes = new SandboxOfContainer(calls);
  }

  @Override
  public ContainerId create(
      SandboxId sandbox, ContainerConfig config, SandboxConfig sandboxConfig) {
    CreateContainerRequest request =
        CreateContainerRequest.newBuilder()
            .setPodSandboxId(sandbox.value())
            .setConfig(ContainerConfigMessages.config(config))
            .setSandboxConfig(SandboxConfigMessages.config(sandboxConfig))
            .build();
    String id = calls.ask(RuntimeServiceGrpc.getCreateContainerMethod(), request).getContainerId();
    sandboxes.learn(id, sandbox);
    return new ContainerId(id);
  }

  @Override
  public void start(ContainerId id) {
    calls.ask(
        RuntimeServiceGrpc.getStartContainerMethod(),
        StartContainerRequest.newBuilder().setContainerId(id.value()).build());
  }

  @Override
  public void stop(ContainerId id, Duration grace) {
    calls.end(
        RuntimeServiceGrpc.getStopContainerMethod(),
        StopContainerRequest.newBuilder()
            .setContainerId(id.value())
            .setTimeout(WireTime.wholeSeconds(grace))
            .build(),
        calls.settings().requestTimeout().plus(grace));
  }

  @Override
  public void remove(ContainerId id) {
    calls.end(
        RuntimeServiceGrpc.getRemoveContainerMethod(),
        RemoveContainerRequest.newBuilder().setContainerId(id.value()).build(),
        calls.settings().requestTimeout());
    sandboxes.forget(id.value());
  }

  @Override
  public Optional<ObservedContainer> status(ContainerId id) {
    return calls
        .find(
            RuntimeServiceGrpc.getContainerStatusMethod(),
            ContainerStatusRequest.newBuilder().setContainerId(id.value()).build())
        .flatMap(answer ->
            sandboxes
                .find(answer.getStatus().getId())
                .map(sandbox -> ContainerMessages.observed(answer.getStatus(), sandbox)));
  }

  @Override
  public List<ObservedContainer> list(@Nullable PodUid uid) {
    ListContainersRequest.Builder request = ListContainersRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          ContainerFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    List<ObservedContainer> ours =
        calls.list(
            RuntimeServiceGrpc.getListContainersMethod(),
            request.build(),
            new ListAnswer<>(
                ListContainersResponse.CONTAINERS_FIELD_NUMBER,
                Container.parser(),
                found ->
                    PodLabels.ours(found.getLabelsMap())
                        ? Optional.of(ContainerMessages.observed(found))
                        : Optional.empty()));
    ours.forEach(observed -> sandboxes.learn(observed.id().value(), observed.sandbox()));
    if (uid == null) {
      sandboxes.keepOnly(ours);
    }
    return ours;
  }

  @Override
  public void updateResources(ContainerId id, LinuxResources resources) {
    calls.ask(
        RuntimeServiceGrpc.getUpdateContainerResourcesMethod(),
        UpdateContainerResourcesRequest.newBuilder()
            .setContainerId(id.value())
            .setLinux(ResourceMessages.linux(resources))
            .build());
  }
}
