package dev.jubelet.cri;

import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.StatsMessages;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.ContainerStatsFilter;
import dev.jubelet.cri.wire.ListContainerStatsRequest;
import dev.jubelet.cri.wire.ListContainerStatsResponse;
import dev.jubelet.cri.wire.ListPodSandboxStatsRequest;
import dev.jubelet.cri.wire.ListPodSandboxStatsResponse;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.cri.wire.PodSandboxStatsFilter;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.ports.runtime.RuntimeStats;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class CriStats implements RuntimeStats {
  private final CriCalls calls;

  CriStats(CriCalls calls) {
    this.calls = calls;
  }

  @Override
  public List<ResourceUsage> containers(@Nullable PodUid uid) {
    ListContainerStatsRequest.Builder request = ListContainerStatsRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          ContainerStatsFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    return calls.list(
        RuntimeServiceGrpc.getListContainerStatsMethod(),
        request.build(),
        new ListAnswer<>(
            ListContainerStatsResponse.STATS_FIELD_NUMBER,
            ContainerStats.parser(),
            found ->
                PodLabels.ours(found.getAttributes().getLabelsMap())
                    ? Optional.of(StatsMessages.usage(found))
                    : Optional.empty()));
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    ListPodSandboxStatsRequest.Builder request = ListPodSandboxStatsRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          PodSandboxStatsFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    return calls.list(
        RuntimeServiceGrpc.getListPodSandboxStatsMethod(),
        request.build(),
        new ListAnswer<>(
            ListPodSandboxStatsResponse.STATS_FIELD_NUMBER,
            PodSandboxStats.parser(),
            found ->
                PodLabels.ours(found.getAttributes().getLabelsMap())
                    ? Optional.of(StatsMessages.usage(found))
                    : Optional.empty()));
  }
}
