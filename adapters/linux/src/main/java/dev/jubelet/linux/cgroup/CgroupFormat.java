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
  V1 {
    @Override
    Setting shares(long shares) {
      return new Setting("cpu", "cpu.shares", Long.toString(shares));
    }

    @Override
    List<Setting> cpu(PodCgroup pod) {
      return List.of(
          shares(pod.cpuShares()),
          new Setting("cpu", "cpu.cfs_period_us", Long.toString(pod.cpuPeriodMicros())),
          new Setting("cpu", "cpu.cfs_quota_us", orElse(pod.cpuQuotaMicros(), "-1")));
    }

    @Override
    Setting memory(PodCgroup pod) {
      return new Setting("memory", "memory.limit_in_bytes", orElse(pod.memoryLimitBytes(), "-1"));
    }

    @Override
    Setting hugePages(HugePageSize size, long limit) {
      String file = "hugetlb." + size.cgroupName() + ".limit_in_bytes";
      return new Setting("hugetlb", file, Long.toString(limit));
    }
  },
  V2 {
    @Override
    Setting shares(long shares) {
      return new Setting("cpu", "cpu.weight", Long.toString(weight(shares)));
    }

    @Override
    List<Setting> cpu(PodCgroup pod) {
      String max = orElse(pod.cpuQuotaMicros(), "max") + " " + pod.cpuPeriodMicros();
      return List.of(shares(pod.cpuShares()), new Setting("cpu", "cpu.max", max));
    }

    @Override
    Setting memory(PodCgroup pod) {
      return new Setting("memory", "memory.max", orElse(pod.memoryLimitBytes(), "max"));
    }

    @Override
    Setting hugePages(HugePageSize size, long limit) {
      String file = "hugetlb." + size.cgroupName() + ".max";
      return new Setting("hugetlb", file, Long.toString(limit));
    }
  };

  static final long SHARES_MIN = 2;
  private static final long SHARES_MAX = 262_144;

  /** One file of a cgroup that belongs to a controller. */
  record Setting(String controller, String file, String value) {}

  abstract Setting shares(long shares);

  abstract List<Setting> cpu(PodCgroup pod);

  abstract Setting memory(PodCgroup pod);

  abstract Setting hugePages(HugePageSize size, long limit);

  /**
   * In the order in which they are to be written. Kubernetes: a page size that a pod does not ask
   * for is limited to zero.
   */
  List<Setting> pod(PodCgroup pod, Collection<HugePageSize> pageSizes) {
    List<Setting> settings = new ArrayList<>(cpu(pod));
    settings.add(memory(pod));
    settings.add(new Setting("pids", "pids.max", orElse(pod.pidsMax(), "max")));
    Map<HugePageSize, Long> limits = new TreeMap<>();
    pageSizes.forEach(size -> limits.put(size, 0L));
    pod.hugepageLimits().forEach((size, limit) -> limits.put(HugePageSize.parse(size), limit));
    limits.forEach((size, limit) -> settings.add(hugePages(size, limit)));
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
