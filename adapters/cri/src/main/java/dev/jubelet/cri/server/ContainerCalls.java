package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.ContainerConfigMessages;
import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.ResourceMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerConfig;
import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.ContainerStatusRequest;
import dev.jubelet.cri.wire.ContainerStatusResponse;
import dev.jubelet.cri.wire.CreateContainerRequest;
import dev.jubelet.cri.wire.CreateContainerResponse;
import dev.jubelet.cri.wire.ListContainersResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StreamContainersResponse;
import dev.jubelet.cri.wire.UpdateContainerResourcesRequest;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.ports.runtime.RuntimeRecords;
import java.util.List;
import java.util.Optional;

/** Questions about containers. */
final class ContainerCalls {
  private final Containers containers;
  private final RuntimeRecords records;
  private final IdPrefixes ids;
  private final Statuses statuses;

  ContainerCalls(Containers containers, RuntimeRecords records, IdPrefixes ids, Statuses statuses) {
    this.containers = containers;
    this.records = records;
    this.ids = ids;
    this.statuses = statuses;
  }

  void offer(CallTable table) {
    table.unary(RuntimeServiceGrpc.getCreateContainerMethod(), this::create);
    table.change(
        RuntimeServiceGrpc.getStartContainerMethod(),
        question -> containers.start(ids.container(question.getContainerId())));
    table.change(
        RuntimeServiceGrpc.getStopContainerMethod(),
        question ->
            containers.stop(
                ids.container(question.getContainerId()),
                WireTime.duration(question.getTimeout())));
    table.change(
        RuntimeServiceGrpc.getRemoveContainerMethod(),
        question -> containers.remove(ids.container(question.getContainerId())));
    table.unary(RuntimeServiceGrpc.getContainerStatusMethod(), this::status);
    table.unary(
        RuntimeServiceGrpc.getListContainersMethod(),
        question ->
            ListContainersResponse.newBuilder()
                .addAllContainers(list(question.getFilter()))
                .build());
    table.list(
        RuntimeServiceGrpc.getStreamContainersMethod(),
        question -> list(question.getFilter()),
        piece -> StreamContainersResponse.newBuilder().addAllContainers(piece).build());
    table.change(RuntimeServiceGrpc.getUpdateContainerResourcesMethod(), this::updateResources);
  }

  private CreateContainerResponse create(CreateContainerRequest question) {
    ContainerConfig config = Required.container(question.hasConfig(), question.getConfig());
    SandboxId sandbox = ids.sandbox(question.getPodSandboxId());
    ContainerId id =
        containers.create(sandbox, ContainerConfigMessages.config(config), pod(question, sandbox));
    return CreateContainerResponse.newBuilder().setContainerId(id.value()).build();
  }

  /** Everybody sends it again, but the runtime knows it as well. */
  private SandboxConfig pod(CreateContainerRequest question, SandboxId sandbox) {
    Optional<SandboxConfig> known =
        question.hasSandboxConfig() ? Optional.empty() : records.sandbox(sandbox);
    return known.orElseGet(() ->
        SandboxConfigMessages.config(
            Required.sandbox(
                question.hasSandboxConfig(), "sandbox_config", question.getSandboxConfig())));
  }

  private ContainerStatusResponse status(ContainerStatusRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    ContainerStatus status =
        statuses
            .container(id)
            .orElseThrow(() ->
                new OutsideFailure(FailureKind.NOT_FOUND, "container \"" + id + "\" not found"));
    ContainerStatusResponse.Builder answer = ContainerStatusResponse.newBuilder().setStatus(status);
    if (question.getVerbose()) {
      answer.putAllInfo(statuses.details(id));
    }
    return answer.build();
  }

  private List<Container> list(ContainerFilter filter) {
    PodUid pod = Filters.pod(filter.getLabelSelectorMap());
    return Filters.containers(filter, containers.list(pod)).stream()
        .map(ContainerMessages::listed)
        .toList();
  }

  private void updateResources(UpdateContainerResourcesRequest question) {
    ContainerId id = ids.container(question.getContainerId());
    Required.demand(question.hasLinux(), "linux", "is missing");
    containers.updateResources(id, ResourceMessages.linux(question.getLinux()));
  }
}
