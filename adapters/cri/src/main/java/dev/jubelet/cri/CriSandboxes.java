package dev.jubelet.cri;

import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.ResourceMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.messages.SandboxMessages;
import dev.jubelet.cri.wire.ListPodSandboxRequest;
import dev.jubelet.cri.wire.ListPodSandboxResponse;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxStatusRequest;
import dev.jubelet.cri.wire.RemovePodSandboxRequest;
import dev.jubelet.cri.wire.RunPodSandboxRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StopPodSandboxRequest;
import dev.jubelet.cri.wire.UpdatePodSandboxResourcesRequest;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Sandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class CriSandboxes implements Sandboxes {
  private final CriCalls calls;

  CriSandboxes(CriCalls calls) {
    this.calls = calls;
  }

  @Override
  public SandboxId run(SandboxConfig config, String runtimeHandler) {
    // The pod's network is made in this call, by plugins that may ask others.
    Duration deadline = calls.settings().requestTimeout().multipliedBy(2);
    RunPodSandboxRequest request =
        RunPodSandboxRequest.newBuilder()
            .setConfig(SandboxConfigMessages.config(config))
            .setRuntimeHandler(runtimeHandler)
            .build();
    return new SandboxId(
        calls
            .ask(RuntimeServiceGrpc.getRunPodSandboxMethod(), request, deadline)
            .getPodSandboxId());
  }

  @Override
  public void stop(SandboxId id) {
    calls.end(
        RuntimeServiceGrpc.getStopPodSandboxMethod(),
        StopPodSandboxRequest.newBuilder().setPodSandboxId(id.value()).build(),
        calls.settings().requestTimeout());
  }

  @Override
  public void remove(SandboxId id) {
    calls.end(
        RuntimeServiceGrpc.getRemovePodSandboxMethod(),
        RemovePodSandboxRequest.newBuilder().setPodSandboxId(id.value()).build(),
        calls.settings().requestTimeout());
  }

  @Override
  public Optional<ObservedSandbox> status(SandboxId id) {
    return calls
        .find(
            RuntimeServiceGrpc.getPodSandboxStatusMethod(),
            PodSandboxStatusRequest.newBuilder().setPodSandboxId(id.value()).build())
        .map(answer -> SandboxMessages.observed(answer.getStatus()));
  }

  @Override
  public List<ObservedSandbox> list(@Nullable PodUid uid) {
    ListPodSandboxRequest.Builder request = ListPodSandboxRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          PodSandboxFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    return calls.list(
        RuntimeServiceGrpc.getListPodSandboxMethod(),
        request.build(),
        new ListAnswer<>(
            ListPodSandboxResponse.ITEMS_FIELD_NUMBER,
            PodSandbox.parser(),
            found ->
                PodLabels.ours(found.getLabelsMap())
                    ? Optional.of(SandboxMessages.observed(found))
                    : Optional.empty()));
  }

  @Override
  public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
    calls.ask(
        RuntimeServiceGrpc.getUpdatePodSandboxResourcesMethod(),
        UpdatePodSandboxResourcesRequest.newBuilder()
            .setPodSandboxId(id.value())
            .setOverhead(ResourceMessages.linux(overhead))
            .setResources(ResourceMessages.linux(resources))
            .build());
  }
}
