package dev.jubelet.cri;

import dev.jubelet.cri.wire.HugepageLimit;
import dev.jubelet.cri.wire.LinuxContainerResources;
import dev.jubelet.model.runtime.LinuxResources;

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
}
