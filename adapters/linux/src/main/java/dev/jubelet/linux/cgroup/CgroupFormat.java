package dev.jubelet.linux.cgroup;

import dev.jubelet.linux.HugePageSize;
import dev.jubelet.model.runtime.config.PodCgroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Limits as the two versions of cgroups spell them. */
enum CgroupFormat {
  V1("cpu.shares", "memory.limit_in_bytes", ".limit_in_bytes", "-1"),
  V2("cpu.weight", "memory.max", ".max", "max");

  static final long SHARES_MIN = 2;
  private static final long SHARES_MAX = 262_144;

  /** One file of a cgroup that belongs to a controller. */
  record Setting(String controller, String file, String value) {}

  private final String sharesFile;
  private final String memoryFile;
  private final String hugePagesEnd;
  private final String unlimited;

  CgroupFormat(String sharesFile, String memoryFile, String hugePagesEnd, String unlimited) {
    this.sharesFile = sharesFile;
    this.memoryFile = memoryFile;
    this.hugePagesEnd = hugePagesEnd;
    this.unlimited = unlimited;
  }

  Setting shares(long shares) {
    return new Setting("cpu", sharesFile, Long.toString(this == V2 ? weight(shares) : shares));
  }

  private List<Setting> cpuTime(PodCgroup pod) {
    String quota = orElse(pod.cpuQuotaMicros(), unlimited);
    String period = Long.toString(pod.cpuPeriodMicros());
    return this == V2
        ? List.of(new Setting("cpu", "cpu.max", quota + " " + period))
        : List.of(
            new Setting("cpu", "cpu.cfs_period_us", period),
            new Setting("cpu", "cpu.cfs_quota_us", quota));
  }

  /**
   * In the order in which they are to be written. Kubernetes: a page size that a pod does not ask
   * for is limited to zero.
   */
  List<Setting> pod(PodCgroup pod, Collection<HugePageSize> pageSizes) {
    List<Setting> settings = new ArrayList<>();
    settings.add(shares(pod.cpuShares()));
    settings.addAll(cpuTime(pod));
    settings.add(new Setting("memory", memoryFile, orElse(pod.memoryLimitBytes(), unlimited)));
    settings.add(new Setting("pids", "pids.max", orElse(pod.pidsMax(), "max")));
    Map<HugePageSize, Long> limits = new TreeMap<>();
    pageSizes.forEach(size -> limits.put(size, 0L));
    pod.hugepageLimits().forEach((size, limit) -> limits.put(HugePageSize.parse(size), limit));
    limits.forEach((size, limit) ->
        settings.add(
            new Setting(
                "hugetlb", "hugetlb." + size.cgroupName() + hugePagesEnd, Long.toString(limit))));
    return settings;
  }

  /**
   * The kubelet's own mapping of [2, 262144] to [1, 10000]; runtimes use another for containers.
   */
  static long weight(long shares) {
    return 1 + (Math.clamp(shares, SHARES_MIN, SHARES_MAX) - 2) * 9999 / 262_142;
  }

  private static String orElse(@Nullable Long limit, String unlimited) {
    return limit == null ? unlimited : Long.toString(limit);
  }
}
