package dev.jubelet.cri;

import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.StatsMessages;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.ContainerStatsFilter;
import dev.jubelet.cri.wire.ListContainerStatsRequest;
import dev.jubelet.cri.wire.ListPodSandboxStatsRequest;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.cri.wire.PodSandboxStatsFilter;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.ports.runtime.RuntimeStats;
import java.util.ArrayList;
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
    List<ResourceUsage> usages = new ArrayList<>();
    for (ContainerStats stats :
        calls
            .ask(RuntimeServiceGrpc.getListContainerStatsMethod(), request.build())
            .getStatsList()) {
      if (PodLabels.ours(stats.getAttributes().getLabelsMap())) {
        usages.add(StatsMessages.usage(stats));
      }
    }
    return usages;
  }

  @Override
  public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
    ListPodSandboxStatsRequest.Builder request = ListPodSandboxStatsRequest.newBuilder();
    if (uid != null) {
      request.setFilter(
          PodSandboxStatsFilter.newBuilder().putLabelSelector(PodLabels.POD_UID, uid.value()));
    }
    List<ResourceUsage> usages = new ArrayList<>();
    for (PodSandboxStats stats :
        calls
            .ask(RuntimeServiceGrpc.getListPodSandboxStatsMethod(), request.build())
            .getStatsList()) {
      if (PodLabels.ours(stats.getAttributes().getLabelsMap())) {
        usages.add(StatsMessages.usage(stats));
      }
    }
    return usages;
  }
}
