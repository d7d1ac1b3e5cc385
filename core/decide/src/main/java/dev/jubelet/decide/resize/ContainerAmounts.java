package dev.jubelet.decide.resize;

import dev.jubelet.decide.resources.CpuTime;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerResizePolicy;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.container.ResourceResizeRestartPolicy;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.runtime.config.LinuxResources;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a container can be resized: cpu in thousandths, memory in bytes. Zero stands for none; a
 * container without a limit of its own has its pod's.
 */
public record ContainerAmounts(
    long cpuRequest, long cpuLimit, long memoryRequest, long memoryLimit) {

  static ContainerAmounts of(@Nullable ResourceRequirements pod, ResourceRequirements own) {
    Map<String, Quantity> outer = pod == null ? Map.of() : pod.limits();
    return new ContainerAmounts(
        milli(own.requests(), Map.of()),
        milli(own.limits(), outer),
        bytes(own.requests(), Map.of()),
        bytes(own.limits(), outer));
  }

  private static long milli(Map<String, Quantity> own, Map<String, Quantity> outer) {
    long amount = amount(own, ResourceNames.CPU).milliValue();
    return amount != 0 ? amount : amount(outer, ResourceNames.CPU).milliValue();
  }

  private static long bytes(Map<String, Quantity> own, Map<String, Quantity> outer) {
    long amount = amount(own, ResourceNames.MEMORY).value();
    return amount != 0 ? amount : amount(outer, ResourceNames.MEMORY).value();
  }

  private static Quantity amount(Map<String, Quantity> list, String name) {
    return list.getOrDefault(name, Quantity.ZERO);
  }

  /** Whether a container that goes from here to there has to be started anew. */
  boolean restarts(ContainerAmounts next, Container container) {
    boolean cpu = cpuRequest != next.cpuRequest || cpuLimit != next.cpuLimit;
    boolean memory = memoryRequest != next.memoryRequest || memoryLimit != next.memoryLimit;
    return (cpu && restartsFor(ResourceNames.CPU, container))
        || (memory && restartsFor(ResourceNames.MEMORY, container));
  }

  private static boolean restartsFor(String resource, Container container) {
    return container.resizePolicy().stream()
        .filter(policy -> policy.resourceName().equals(resource))
        .map(ContainerResizePolicy::restartPolicy)
        .anyMatch(policy -> policy == ResourceResizeRestartPolicy.RESTART_CONTAINER);
  }

  /** Room is given back before it is handed out again. */
  boolean grows(ContainerAmounts next) {
    return next.cpuRequest > cpuRequest
        || next.memoryRequest > memoryRequest
        || limitGrows(cpuLimit, next.cpuLimit)
        || limitGrows(memoryLimit, next.memoryLimit);
  }

  boolean lowersMemory(ContainerAmounts next) {
    return next.memoryLimit != 0 && (memoryLimit == 0 || next.memoryLimit < memoryLimit);
  }

  private static boolean limitGrows(long limit, long next) {
    return limit != 0 && (next == 0 || next > limit);
  }

  /**
   * Whether these are the values that the runtime tells. Requests of memory are not among them, and
   * quota is not when limits of cpu are not enforced.
   */
  boolean isTold(LinuxResources told) {
    boolean quota =
        told.cpuQuota() <= 0
            || told.cpuPeriod() <= 0
            || told.cpuQuota() == CpuTime.quotaMicros(cpuLimit, told.cpuPeriod());
    return quota
        && Math.max(told.memoryLimitBytes(), 0) == memoryLimit
        && told.cpuShares() == CpuTime.shares(cpuRequest == 0 ? cpuLimit : cpuRequest);
  }
}
