package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /stats/summary}, as far as the machine and the container runtime can tell. */
final class SummaryPage {
  record Summary(NodeStats node, List<PodStats> pods) {}

  record NodeStats(
      String nodeName,
      @Nullable Instant startTime,
      @Nullable Cpu cpu,
      @Nullable Memory memory,
      @Nullable Disk fs) {}

  record PodStats(
      PodRef podRef,
      @Nullable Instant startTime,
      List<ContainerStats> containers,
      @Nullable Cpu cpu,
      @Nullable Memory memory) {}

  record PodRef(String name, String namespace, String uid) {}

  record ContainerStats(
      String name, @Nullable Instant startTime, Cpu cpu, Memory memory, Disk rootfs) {}

  record Cpu(Instant time, Long usageCoreNanoSeconds) {}

  record Memory(
      Instant time,
      @Nullable Long availableBytes,
      @Nullable Long usageBytes,
      Long workingSetBytes) {}

  record Disk(
      Instant time, @Nullable Long availableBytes, @Nullable Long capacityBytes, Long usedBytes) {}

  private final ServedNode node;

  SummaryPage(ServedNode node) {
    this.node = node;
  }

  HttpAnswer answer() {
    Optional<ContainerRuntime> runtime = node.runtime().get();
    if (runtime.isEmpty()) {
      return HttpAnswer.text(500, ServedNode.NO_RUNTIME);
    }
    try {
      return HttpAnswer.json(
          RecordEncoder.json(new Summary(nodeStats(Instant.now()), podStats(runtime.get()))));
    } catch (OutsideFailure failed) {
      if (failed.kind() == FailureKind.UNIMPLEMENTED) {
        return HttpAnswer.text(501, "the container runtime counts no usage: " + failed.text());
      }
      return HttpAnswer.text(500, "Internal Error: " + failed.text());
    }
  }

  private NodeStats nodeStats(Instant now) {
    Optional<MachineUsage> usage = MachineUsage.read();
    return new NodeStats(
        node.nodeName(),
        usage.map(each -> Instant.ofEpochSecond(each.bootSeconds())).orElse(null),
        usage.map(each -> new Cpu(now, each.cpuNanos())).orElse(null),
        usage
            .map(each ->
                new Memory(
                    now,
                    each.memoryTotal() - each.memoryWorkingSet(),
                    each.memoryUsed(),
                    each.memoryWorkingSet()))
            .orElse(null),
        disk(now));
  }

  private @Nullable Disk disk(Instant now) {
    try {
      FileStore store = Files.getFileStore(node.places().root());
      return new Disk(
          now,
          store.getUsableSpace(),
          store.getTotalSpace(),
          store.getTotalSpace() - store.getUnallocatedSpace());
    } catch (IOException unreadable) {
      // The rest of the summary is still worth having.
      return null;
    }
  }

  private List<PodStats> podStats(ContainerRuntime runtime) {
    Map<PodUid, List<ResourceUsage>> containers =
        runtime.stats().containers(null).stream()
            .collect(Collectors.groupingBy(ResourceUsage::uid));
    Map<PodUid, ResourceUsage> pods =
        sandboxes(runtime).stream()
            .collect(
                Collectors.toMap(
                    ResourceUsage::uid,
                    each -> each,
                    (one, two) -> one.at().isAfter(two.at()) ? one : two));
    List<PodStats> all = new ArrayList<>();
    for (PodReport report : node.pages().pods().get()) {
      PodUid uid = report.pod().uid();
      List<ResourceUsage> own = containers.getOrDefault(uid, List.of());
      ResourceUsage whole = pods.get(uid);
      if (own.isEmpty() && whole == null) {
        continue;
      }
      ObjectMeta meta = report.pod().metadata();
      all.add(
          new PodStats(
              new PodRef(meta.name(), meta.namespace(), meta.uid()),
              report.status().startTime(),
              own.stream().map(each -> container(report, each)).toList(),
              whole == null ? null : cpu(whole),
              whole == null ? null : memory(whole)));
    }
    return all;
  }

  /** Of whole pods; not every runtime counts those, and its containers are still worth having. */
  static List<ResourceUsage> sandboxes(ContainerRuntime runtime) {
    try {
      return runtime.stats().sandboxes(null);
    } catch (OutsideFailure failed) {
      if (failed.kind() == FailureKind.UNIMPLEMENTED) {
        return List.of();
      }
      throw failed;
    }
  }

  private static ContainerStats container(PodReport report, ResourceUsage usage) {
    return new ContainerStats(
        usage.name(),
        startedAt(report, usage.name()).orElse(null),
        cpu(usage),
        memory(usage),
        new Disk(usage.at(), null, null, usage.writableLayerBytes()));
  }

  static Optional<Instant> startedAt(PodReport report, String container) {
    return PodLookup.status(report.status(), container)
        .map(ContainerStatus::state)
        .map(state -> state.running())
        .map(running -> running.startedAt());
  }

  private static Cpu cpu(ResourceUsage usage) {
    return new Cpu(usage.at(), usage.cpuNanos());
  }

  private static Memory memory(ResourceUsage usage) {
    return new Memory(usage.at(), null, usage.memoryUsageBytes(), usage.memoryWorkingSetBytes());
  }
}
