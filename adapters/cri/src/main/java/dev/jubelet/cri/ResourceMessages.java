package dev.jubelet.cri;

import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.HugepageLimit;
import dev.jubelet.cri.wire.LinuxContainerResources;
import dev.jubelet.model.runtime.LinuxResources;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a container may use. */
final class ResourceMessages {
  private ResourceMessages() {}

  static LinuxContainerResources linux(LinuxResources resources) {
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
  static @Nullable LinuxResources observed(ContainerStatus status) {
    if (!status.hasResources() || !status.getResources().hasLinux()) {
      return null;
    }
    LinuxContainerResources wire = status.getResources().getLinux();
    Map<String, Long> hugepages = new LinkedHashMap<>();
    wire.getHugepageLimitsList()
        .forEach(limit -> hugepages.put(limit.getPageSize(), limit.getLimit()));
    return new LinuxResources(
        wire.getCpuPeriod(),
        wire.getCpuQuota(),
        wire.getCpuShares(),
        wire.getMemoryLimitInBytes(),
        wire.getMemorySwapLimitInBytes(),
        (int) wire.getOomScoreAdj(),
        wire.getCpusetCpus(),
        wire.getCpusetMems(),
        hugepages,
        wire.getUnifiedMap());
  }
}
