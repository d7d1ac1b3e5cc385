package dev.jubelet.cri;

import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.StatsMessages;
import dev.jubelet.cri.wire.ContainerStatsFilter;
import dev.jubelet.cri.wire.ListContainerStatsRequest;
import dev.jubelet.cri.wire.ListPodSandboxStatsRequest;
import dev.jubelet.cri.wire.PodSandboxStatsFilter;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.ports.runtime.RuntimeStats;
import java.util.List;
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
    return calls
        .ask(RuntimeServiceGrpc.getListContainerStatsMethod(), request.build())
        .getStatsList()
        .stream()
        .filter(stats -> PodLabels.ours(stats.getAttributes().getLabelsMap()))
        .map(StatsMessages::usage)
        .toList();
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    ListPodSandboxStatsRequest.Builder request = ListPodSandboxStatsRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          PodSandboxStatsFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    return calls
        .ask(RuntimeServiceGrpc.getListPodSandboxStatsMethod(), request.build())
        .getStatsList()
        .stream()
        .filter(stats -> PodLabels.ours(stats.getAttributes().getLabelsMap()))
        .map(StatsMessages::usage)
        .toList();
  }
}
