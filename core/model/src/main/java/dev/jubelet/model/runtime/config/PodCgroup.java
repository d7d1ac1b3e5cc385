package dev.jubelet.model.runtime.config;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.QosClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cgroup of one pod: where it belongs in the tree and what it may use; null means no limit. */
public record PodCgroup(
    PodUid uid,
    QosClass qos,
    long cpuShares,
    @Nullable Long cpuQuotaMicros,
    long cpuPeriodMicros,
    @Nullable Long memoryLimitBytes,
    @Nullable Long pidsMax,
    Map<String, Long> hugepageLimits) {
  public PodCgroup {
    hugepageLimits = Ordered.copyOf(hugepageLimits);
  }
}
