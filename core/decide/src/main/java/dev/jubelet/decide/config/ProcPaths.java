package dev.jubelet.decide.config;

import java.util.ArrayList;
import java.util.List;

/** What of the kernel's own files a container does not see, or may only read. */
final class ProcPaths {
  private static final List<String> MASKED =
      List.of(
          "/proc/asound",
          "/proc/acpi",
          "/proc/interrupts",
          "/proc/kcore",
          "/proc/keys",
          "/proc/latency_stats",
          "/proc/timer_list",
          "/proc/timer_stats",
          "/proc/sched_debug",
          "/proc/scsi",
          "/sys/firmware",
          "/sys/devices/virtual/powercap");
  private static final List<String> READ_ONLY =
      List.of("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger");

  private ProcPaths() {}

  static List<String> masked(boolean unmasked, List<String> more) {
    if (unmasked) {
      return List.of();
    }
    List<String> all = new ArrayList<>(MASKED);
    all.addAll(more);
    return all;
  }

  static List<String> readOnly(boolean unmasked) {
    return unmasked ? List.of() : READ_ONLY;
  }
}
