package dev.jubelet.cri;

import dev.jubelet.cri.wire.ContainerAttributes;
import dev.jubelet.cri.wire.ContainerStats;
import dev.jubelet.cri.wire.CpuUsage;
import dev.jubelet.cri.wire.MemoryUsage;
import dev.jubelet.cri.wire.PodSandboxAttributes;
import dev.jubelet.cri.wire.PodSandboxStats;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ResourceUsage;

/** What containers and sandboxes use. */
final class StatsMessages {
  private StatsMessages() {}

  static ResourceUsage usage(ContainerStats wire) {
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
  static ResourceUsage usage(PodSandboxStats wire) {
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
}
