package dev.jubelet.runtime.container;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.runtime.inventory.CgroupPaths;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.oci.ResourceLimits;
import dev.jubelet.runtime.oci.Spec;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.ContainerRecord.Ending;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What containers may use, changed while they run. */
final class ContainerResources {
  private static final int UNKNOWN = 255;

  private final RuntimeContext context;
  private final ContainerTermination ending;

  ContainerResources(RuntimeContext context, ContainerTermination ending) {
    this.context = context;
    this.ending = ending;
  }

  void apply(ContainerRecord record, LinuxResources wanted) {
    Spec update = ResourceLimits.update(wanted, context.machine().facts());
    context.journal().tellOnce(update.notes());
    ending.program(record).update(record.id(), update.json());
    if (!context.cgroups().unified() || wanted.unified().isEmpty()) {
      return;
    }
    // OCI runtimes differ in whether an update reaches what only version 2 has.
    String path = CgroupPaths.of(context, record);
    wanted
        .unified()
        .forEach((file, value) -> {
          try {
            context.cgroups().write(path, "", file, value);
          } catch (LinuxException refused) {
            throw refused.asFailure("cannot set " + file + " of container " + record.id());
          }
        });
  }

  /** CRI: what an update does not say stays as it was. */
  static LinuxResources merged(LinuxResources old, LinuxResources wanted) {
    Map<String, Long> pages = new LinkedHashMap<>(old.hugepageLimits());
    pages.putAll(wanted.hugepageLimits());
    Map<String, String> unified = new LinkedHashMap<>(old.unified());
    unified.putAll(wanted.unified());
    return new LinuxResources(
        or(wanted.cpuPeriod(), old.cpuPeriod()),
        or(wanted.cpuQuota(), old.cpuQuota()),
        or(wanted.cpuShares(), old.cpuShares()),
        or(wanted.memoryLimitBytes(), old.memoryLimitBytes()),
        or(wanted.memorySwapLimitBytes(), old.memorySwapLimitBytes()),
        (int) or(wanted.oomScoreAdj(), old.oomScoreAdj()),
        wanted.cpusetCpus().isEmpty() ? old.cpusetCpus() : wanted.cpusetCpus(),
        wanted.cpusetMems().isEmpty() ? old.cpusetMems() : wanted.cpusetMems(),
        pages,
        unified);
  }

  private static long or(long wanted, long old) {
    return wanted == 0 ? old : wanted;
  }

  /** Nobody will ever know how it ended. */
  static Ending rebooted() {
    return new Ending(Instant.now(), UNKNOWN, "Unknown", "the machine went down while it ran");
  }
}
