package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.ContainerAttributes;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.CpuUsage;
import dev.jubelet.cri.wire.FilesystemIdentifier;
import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.LinuxPodSandboxStats;
import dev.jubelet.cri.wire.MemoryUsage;
import dev.jubelet.cri.wire.PodSandboxAttributes;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.cri.wire.UInt64Value;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.ResourceUsage;
import java.util.List;

/** What containers and sandboxes use. */
public final class StatsMessages {
  private StatsMessages() {}

  public static ResourceUsage usage(ContainerStats wire) {
    ContainerAttributes attributes = wire.getAttributes();
    return usage(
        attributes.getId(),
        PodLabels.orElse(attributes.getLabelsMap(), PodLabels.POD_UID, ""),
        PodLabels.orElse(
            attributes.getLabelsMap(),
            PodLabels.CONTAINER_NAME,
            attributes.getMetadata().getName()),
        wire.getCpu(),
        wire.getMemory(),
        wire.getWritableLayer().getUsedBytes().getValue());
  }

  /** A sandbox has no writable layer of its own worth counting. */
  public static ResourceUsage usage(PodSandboxStats wire) {
    PodSandboxAttributes attributes = wire.getAttributes();
    return usage(
        attributes.getId(),
        PodLabels.orElse(
            attributes.getLabelsMap(), PodLabels.POD_UID, attributes.getMetadata().getUid()),
        PodLabels.orElse(
            attributes.getLabelsMap(), PodLabels.POD_NAME, attributes.getMetadata().getName()),
        wire.getLinux().getCpu(),
        wire.getLinux().getMemory(),
        0);
  }

  private static ResourceUsage usage(
      String id, String uid, String name, CpuUsage cpu, MemoryUsage memory, long writable) {
    return new ResourceUsage(
        id,
        new PodUid(uid),
        name,
        WireTime.instant(Math.max(cpu.getTimestamp(), memory.getTimestamp())),
        cpu.getUsageCoreNanoSeconds().getValue(),
        memory.getWorkingSetBytes().getValue(),
        writable,
        // Optional in CRI; the working set is a part of it.
        Math.max(memory.getUsageBytes().getValue(), memory.getWorkingSetBytes().getValue()));
  }

  public static ContainerStats stats(
      ObservedContainer container, ResourceUsage usage, String filesystem) {
    ContainerStats.Builder wire =
        ContainerStats.newBuilder()
            .setAttributes(
                ContainerAttributes.newBuilder()
                    .setId(container.id().value())
                    .setMetadata(ContainerMessages.metadata(container))
                    .putAllLabels(container.labels())
                    .putAllAnnotations(container.annotations()))
            .setCpu(cpu(usage))
            .setMemory(memory(usage));
    if (!filesystem.isEmpty()) {
      wire.setWritableLayer(
          FilesystemUsage.newBuilder()
              .setTimestamp(WireTime.nanos(usage.at()))
              .setFsId(FilesystemIdentifier.newBuilder().setMountpoint(filesystem))
              .setUsedBytes(number(usage.writableLayerBytes())));
    }
    return wire.build();
  }

  public static PodSandboxStats stats(
      ObservedSandbox sandbox, ResourceUsage usage, List<ContainerStats> containers) {
    return PodSandboxStats.newBuilder()
        .setAttributes(
            PodSandboxAttributes.newBuilder()
                .setId(sandbox.id().value())
                .setMetadata(SandboxMessages.metadata(sandbox))
                .putAllLabels(sandbox.labels())
                .putAllAnnotations(sandbox.annotations()))
        .setLinux(
            LinuxPodSandboxStats.newBuilder()
                .setCpu(cpu(usage))
                .setMemory(memory(usage))
                .addAllContainers(containers))
        .build();
  }

  private static CpuUsage cpu(ResourceUsage usage) {
    return CpuUsage.newBuilder()
        .setTimestamp(WireTime.nanos(usage.at()))
        .setUsageCoreNanoSeconds(number(usage.cpuNanos()))
        .build();
  }

  private static MemoryUsage memory(ResourceUsage usage) {
    return MemoryUsage.newBuilder()
        .setTimestamp(WireTime.nanos(usage.at()))
        .setWorkingSetBytes(number(usage.memoryWorkingSetBytes()))
        .setUsageBytes(number(usage.memoryUsageBytes()))
        .build();
  }

  private static UInt64Value number(long value) {
    return UInt64Value.newBuilder().setValue(value).build();
  }
}
