package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.LinuxResources;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests and limits of Kubernetes as the values that a runtime gives to the kernel. */
public final class LinuxLimits {
  private static final LinuxResources NOTHING =
      new LinuxResources(0, 0, 0, 0, 0, 0, "", "", Map.of(), Map.of());

  private final NodeSettings settings;
  private final MachineFacts machine;

  public LinuxLimits(NodeSettings settings, MachineFacts machine) {
    this.settings = settings;
    this.machine = machine;
  }

  public LinuxResources ofContainer(Pod pod, Container container, long memoryCapacityBytes) {
    LinuxResources plain =
        of(
            container.resources().requests().get(ResourceNames.CPU),
            limit(pod, container, ResourceNames.CPU),
            limit(pod, container, ResourceNames.MEMORY));
    Map<String, String> unified = new LinkedHashMap<>(plain.unified());
    if (machine.swapController() && machine.unifiedCgroups()) {
      boolean swaps = SwapRule.of(settings, machine).swaps(pod, container);
      long swap = swaps ? SwapRule.bytes(container, memoryCapacityBytes, machine.swapBytes()) : 0;
      unified.put("memory.swap.max", Long.toString(swap));
    }
    // cgroup v1 limits memory and swap together: as much as memory alone means no swap.
    boolean swapWithMemory = machine.swapController() && !machine.unifiedCgroups();
    return new LinuxResources(
        plain.cpuPeriod(),
        plain.cpuQuota(),
        plain.cpuShares(),
        plain.memoryLimitBytes(),
        swapWithMemory ? plain.memoryLimitBytes() : 0,
        OomScore.of(pod, container, memoryCapacityBytes),
        "",
        "",
        Hugepages.ofContainer(pod, container, machine.hugepageSizes()),
        unified);
  }

  /** The sum of the pod's containers, for runtimes that size a sandbox by it. */
  public LinuxResources ofSandbox(Pod pod) {
    Map<String, Quantity> limits = PodLimits.withoutOverhead(pod);
    return of(
        PodRequests.withoutOverhead(pod).get(ResourceNames.CPU),
        ResourceAmounts.in(limits, ResourceNames.CPU),
        ResourceAmounts.in(limits, ResourceNames.MEMORY));
  }

  /** Overhead is asked for and limited at once. */
  public LinuxResources ofOverhead(Pod pod) {
    Map<String, Quantity> overhead = pod.spec().overhead();
    if (overhead.isEmpty()) {
      return NOTHING;
    }
    Quantity cpu = ResourceAmounts.in(overhead, ResourceNames.CPU);
    return of(cpu, cpu, ResourceAmounts.in(overhead, ResourceNames.MEMORY));
  }

  private LinuxResources of(@Nullable Quantity cpuRequest, Quantity cpuLimit, Quantity memory) {
    Quantity weight = cpuRequest == null ? cpuLimit : cpuRequest;
    long period =
        settings.cgroups().cpuCfsQuota()
            ? settings.cgroups().cpuCfsQuotaPeriod().toNanos() / 1000
            : 0;
    long quota =
        settings.cgroups().cpuCfsQuota() ? CpuTime.quotaMicros(cpuLimit.milliValue(), period) : 0;
    // On cgroup v2 an out-of-memory kill takes the whole container, not one process of it.
    Map<String, String> unified =
        machine.unifiedCgroups() && !settings.cgroups().singleProcessOomKill()
            ? Map.of("memory.oom.group", "1")
            : Map.of();
    return new LinuxResources(
        period,
        quota,
        CpuTime.shares(weight.milliValue()),
        memory.value(),
        0,
        0,
        "",
        "",
        Map.of(),
        unified);
  }

  /** A container without a limit of its own is held to the pod's. */
  private static Quantity limit(Pod pod, Container container, String resource) {
    Quantity own = ResourceAmounts.in(container.resources().limits(), resource);
    return own.isZero() ? ResourceAmounts.in(PodLevelResources.limits(pod), resource) : own;
  }
}
