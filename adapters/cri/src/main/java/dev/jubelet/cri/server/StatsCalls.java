package dev.jubelet.cri.server;

import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.ContainerStatsFilter;
import dev.jubelet.cri.wire.ContainerStatsRequest;
import dev.jubelet.cri.wire.ContainerStatsResponse;
import dev.jubelet.cri.wire.ListContainerStatsResponse;
import dev.jubelet.cri.wire.ListPodSandboxStatsResponse;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.cri.wire.PodSandboxStatsFilter;
import dev.jubelet.cri.wire.PodSandboxStatsRequest;
import dev.jubelet.cri.wire.PodSandboxStatsResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StreamContainerStatsResponse;
import dev.jubelet.cri.wire.StreamPodSandboxStatsResponse;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;

/** Questions about what is used. */
final class StatsCalls {
  private final UsageMessages usages;
  private final IdPrefixes ids;

  StatsCalls(UsageMessages usages, IdPrefixes ids) {
    this.usages = usages;
    this.ids = ids;
  }

  void offer(CallTable table) {
    table.unary(RuntimeServiceGrpc.getContainerStatsMethod(), this::container);
    table.unary(
        RuntimeServiceGrpc.getListContainerStatsMethod(),
        question ->
            ListContainerStatsResponse.newBuilder()
                .addAllStats(containers(question.getFilter()))
                .build());
    table.list(
        RuntimeServiceGrpc.getStreamContainerStatsMethod(),
        question -> containers(question.getFilter()),
        piece -> StreamContainerStatsResponse.newBuilder().addAllContainerStats(piece).build());
    table.unary(RuntimeServiceGrpc.getPodSandboxStatsMethod(), this::sandbox);
    table.unary(
        RuntimeServiceGrpc.getListPodSandboxStatsMethod(),
        question ->
            ListPodSandboxStatsResponse.newBuilder()
                .addAllStats(sandboxes(question.getFilter()))
                .build());
    table.list(
        RuntimeServiceGrpc.getStreamPodSandboxStatsMethod(),
        question -> sandboxes(question.getFilter()),
        piece -> StreamPodSandboxStatsResponse.newBuilder().addAllPodSandboxStats(piece).build());
  }

  private ContainerStatsResponse container(ContainerStatsRequest question) {
    String id = ids.container(question.getContainerId()).value();
    ContainerFilter filter = ContainerFilter.newBuilder().setId(id).build();
    return usages.containers(filter).stream()
        .findFirst()
        .map(found -> ContainerStatsResponse.newBuilder().setStats(usages.stats(found)).build())
        .orElseThrow(() -> noFigures("container", id));
  }

  private PodSandboxStatsResponse sandbox(PodSandboxStatsRequest question) {
    String id = ids.sandbox(question.getPodSandboxId()).value();
    PodSandboxFilter filter = PodSandboxFilter.newBuilder().setId(id).build();
    return usages.sandboxes(filter).stream()
        .findFirst()
        .map(found -> PodSandboxStatsResponse.newBuilder().setStats(usages.stats(found)).build())
        .orElseThrow(() -> noFigures("sandbox", id));
  }

  private static OutsideFailure noFigures(String kind, String id) {
    return new OutsideFailure(
        FailureKind.NOT_FOUND, "no %s \"%s\" that runs: no figures".formatted(kind, id));
  }

  private List<ContainerStats> containers(ContainerStatsFilter filter) {
    return usages.containers(Filters.asContainers(filter)).stream().map(usages::stats).toList();
  }

  private List<PodSandboxStats> sandboxes(PodSandboxStatsFilter filter) {
    return usages.sandboxes(Filters.asSandboxes(filter)).stream().map(usages::stats).toList();
  }
}
