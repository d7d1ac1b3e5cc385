package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the cgroup of a pod is set to. Quota and memory are limited only if every container is: one
 * without a limit makes the sum meaningless. Huge page sizes that are not named are to be set to
 * zero by whoever knows the machine's sizes.
 */
public final class PodCgroupValues {
  private PodCgroupValues() {}

  public static PodCgroup of(Pod pod, NodeSettings settings) {
    Map<String, Quantity> requests = PodRequests.of(pod);
    QosClass qos = QosClasses.of(pod);
    long period = settings.cgroups().cpuCfsQuotaPeriod().toNanos() / 1000;
    return new PodCgroup(
        pod.uid(),
        qos,
        shares(qos, requests),
        settings.cgroups().cpuCfsQuota() ? quota(pod, qos, period) : null,
        period,
        memory(pod, qos),
        settings.cgroups().podPidsLimit() > 0 ? settings.cgroups().podPidsLimit() : null,
        Hugepages.ofList(requests));
  }

  private static long shares(QosClass qos, Map<String, Quantity> requests) {
    return switch (qos) {
      case GUARANTEED, BURSTABLE ->
          CpuTime.shares(ResourceAmounts.in(requests, ResourceNames.CPU).milliValue());
      case BEST_EFFORT -> CpuTime.SHARES_MIN;
    };
  }

  private static @Nullable Long quota(Pod pod, QosClass qos, long period) {
    if (!limited(pod, qos, ResourceNames.CPU)) {
      return null;
    }
    long milli = ResourceAmounts.in(PodLimits.of(pod), ResourceNames.CPU).milliValue();
    return orNone(CpuTime.quotaMicros(milli, period));
  }

  private static @Nullable Long memory(Pod pod, QosClass qos) {
    if (!limited(pod, qos, ResourceNames.MEMORY)) {
      return null;
    }
    return orNone(ResourceAmounts.in(PodLimits.of(pod), ResourceNames.MEMORY).value());
  }

  private static boolean limited(Pod pod, QosClass qos, String resource) {
    return switch (qos) {
      case GUARANTEED -> true;
      case BURSTABLE -> PodLimits.declared(pod, resource);
      case BEST_EFFORT -> false;
    };
  }

  private static @Nullable Long orNone(long limit) {
    return limit == 0 ? null : limit;
  }
}
