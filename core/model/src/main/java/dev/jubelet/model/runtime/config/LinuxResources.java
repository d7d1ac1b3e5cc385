package dev.jubelet.model.runtime.config;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;

public record LinuxResources(
    long cpuPeriod,
    long cpuQuota,
    long cpuShares,
    long memoryLimitBytes,
    long memorySwapLimitBytes,
    int oomScoreAdj,
    String cpusetCpus,
    String cpusetMems,
    Map<String, Long> hugepageLimits,
    Map<String, String> unified) {
  public LinuxResources {
    hugepageLimits = Ordered.copyOf(hugepageLimits);
    unified = Ordered.copyOf(unified);
  }
}
