package dev.jubelet.bench.embedded;

import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a node takes beside its workload, in MiB of proportional set size: a page that several
 * processes share counts for each of them in parts.
 *
 * @param runtime zero where it is inside of the kubelet
 * @param monitors shims, or conmons
 */
record MemoryUse(double kubelet, double runtime, double monitors, double pauses) {
  private static final double KIB_PER_MIB = 1024;

  double total() {
    return kubelet + runtime + monitors + pauses;
  }

  /**
   * @param monitors with the pods' processes beneath them
   * @param pause a word of the command line of those that only hold a pod's namespaces
   */
  static MemoryUse now(
      long kubelet, List<Long> runtime, List<ProcessTable.Entry> monitors, String pause) {
    Stream<ProcessTable.Entry> pauses =
        monitors.stream()
            .flatMap(monitor -> ProcessTable.descendants(monitor.pid()).stream())
            .filter(entry -> entry.commandLine().contains(pause));
    return new MemoryUse(
        proportional(List.of(kubelet)),
        proportional(runtime),
        proportional(monitors.stream().map(ProcessTable.Entry::pid).toList()),
        proportional(pauses.map(ProcessTable.Entry::pid).toList()));
  }

  private static double proportional(List<Long> processes) {
    double sum = 0;
    try {
      for (long pid : processes) {
        sum += of(Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps_rollup")));
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return sum;
  }

  /** proc(5): "Pss: 1234 kB". */
  static double of(List<String> rollup) {
    return rollup.stream()
        .filter(line -> line.startsWith("Pss:"))
        .mapToDouble(line -> Long.parseLong(line.split("\\s+", -1)[1]) / KIB_PER_MIB)
        .findFirst()
        .orElse(0);
  }
}
