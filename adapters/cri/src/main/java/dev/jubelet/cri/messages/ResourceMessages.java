package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.HugepageLimit;
import dev.jubelet.cri.wire.LinuxContainerResources;
import dev.jubelet.model.runtime.config.LinuxResources;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a container may use. */
public final class ResourceMessages {
  private ResourceMessages() {}

  public static LinuxContainerResources linux(LinuxResources resources) {
    LinuxContainerResources.Builder wire =
        LinuxContainerResources.newBuilder()
            .setCpuPeriod(resources.cpuPeriod())
            .setCpuQuota(resources.cpuQuota())
            .setCpuShares(resources.cpuShares())
            .setMemoryLimitInBytes(resources.memoryLimitBytes())
            .setMemorySwapLimitInBytes(resources.memorySwapLimitBytes())
            .setOomScoreAdj(resources.oomScoreAdj())
            .setCpusetCpus(resources.cpusetCpus())
            .setCpusetMems(resources.cpusetMems())
            .putAllUnified(resources.unified());
    resources
        .hugepageLimits()
        .forEach((size, limit) ->
            wire.addHugepageLimits(HugepageLimit.newBuilder().setPageSize(size).setLimit(limit)));
    return wire.build();
  }

  /** What a status tells; null when the runtime does not tell it. */
  public static @Nullable LinuxResources observed(ContainerStatus status) {
    if (!status.hasResources() || !status.getResources().hasLinux()) {
      return null;
    }
    return linux(status.getResources().getLinux());
  }

  public static LinuxResources linux(LinuxContainerResources wire) {
    Map<String, Long> hugepages = new LinkedHashMap<>();
    wire.getHugepageLimitsList()
        .forEach(limit -> hugepages.put(limit.getPageSize(), limit.getLimit()));
    return new LinuxResources(
        wire.getCpuPeriod(),
        wire.getCpuQuota(),
        wire.getCpuShares(),
        wire.getMemoryLimitInBytes(),
        wire.getMemorySwapLimitInBytes(),
        Math.clamp(wire.getOomScoreAdj(), Integer.MIN_VALUE, Integer.MAX_VALUE),
        wire.getCpusetCpus(),
        wire.getCpusetMems(),
        hugepages,
        wire.getUnifiedMap());
  }
}
