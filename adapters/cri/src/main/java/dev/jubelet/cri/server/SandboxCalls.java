package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.ResourceMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.messages.SandboxMessages;
import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.ListPodSandboxResponse;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.cri.wire.PodSandboxStatusRequest;
import dev.jubelet.cri.wire.PodSandboxStatusResponse;
import dev.jubelet.cri.wire.RunPodSandboxRequest;
import dev.jubelet.cri.wire.RunPodSandboxResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StreamPodSandboxesResponse;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.time.InstantSource;
import java.util.List;

/** Questions about sandboxes. */
final class SandboxCalls {
  private final Sandboxes sandboxes;
  private final IdPrefixes ids;
  private final Statuses statuses;
  private final InstantSource clock;

  SandboxCalls(Sandboxes sandboxes, IdPrefixes ids, Statuses statuses, InstantSource clock) {
    this.sandboxes = sandboxes;
    this.ids = ids;
    this.statuses = statuses;
    this.clock = clock;
  }

  void offer(CallTable table) {
    table.unary(RuntimeServiceGrpc.getRunPodSandboxMethod(), this::run);
    table.change(
        RuntimeServiceGrpc.getStopPodSandboxMethod(),
        question -> sandboxes.stop(ids.sandbox(question.getPodSandboxId())));
    table.change(
        RuntimeServiceGrpc.getRemovePodSandboxMethod(),
        question -> sandboxes.remove(ids.sandbox(question.getPodSandboxId())));
    table.unary(RuntimeServiceGrpc.getPodSandboxStatusMethod(), this::status);
    table.unary(
        RuntimeServiceGrpc.getListPodSandboxMethod(),
        question ->
            ListPodSandboxResponse.newBuilder().addAllItems(list(question.getFilter())).build());
    table.list(
        RuntimeServiceGrpc.getStreamPodSandboxesMethod(),
        question -> list(question.getFilter()),
        piece -> StreamPodSandboxesResponse.newBuilder().addAllPodSandboxes(piece).build());
    table.change(
        RuntimeServiceGrpc.getUpdatePodSandboxResourcesMethod(),
        question ->
            sandboxes.updateResources(
                ids.sandbox(question.getPodSandboxId()),
                ResourceMessages.linux(question.getOverhead()),
                ResourceMessages.linux(question.getResources())));
  }

  private RunPodSandboxResponse run(RunPodSandboxRequest question) {
    PodSandboxConfig config =
        Required.sandbox(question.hasConfig(), "config", question.getConfig());
    SandboxId id =
        sandboxes.run(SandboxConfigMessages.config(config), question.getRuntimeHandler());
    return RunPodSandboxResponse.newBuilder().setPodSandboxId(id.value()).build();
  }

  private PodSandboxStatusResponse status(PodSandboxStatusRequest question) {
    SandboxId id = ids.sandbox(question.getPodSandboxId());
    // Before the look: whoever orders looks by their time must not take an old one for a new one.
    long moment = WireTime.nanos(clock.instant());
    PodSandboxStatus status =
        statuses
            .sandbox(id)
            .orElseThrow(() ->
                new OutsideFailure(FailureKind.NOT_FOUND, "sandbox \"" + id + "\" not found"));
    PodSandboxStatusResponse.Builder answer =
        PodSandboxStatusResponse.newBuilder()
            .setStatus(status)
            .addAllContainersStatuses(
                statuses.containersOf(id, new PodUid(status.getMetadata().getUid())))
            .setTimestamp(moment);
    if (question.getVerbose()) {
      answer.putAllInfo(statuses.details(id));
    }
    return answer.build();
  }

  private List<PodSandbox> list(PodSandboxFilter filter) {
    PodUid pod = Filters.pod(filter.getLabelSelectorMap());
    return Filters.sandboxes(filter, sandboxes.list(pod)).stream()
        .map(SandboxMessages::listed)
        .toList();
  }
}
