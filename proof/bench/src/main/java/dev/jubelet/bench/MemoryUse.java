package dev.jubelet.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

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

  static double proportional(Collection<Long> processes) throws IOException {
    double sum = 0;
    for (long pid : processes) {
      sum += of(Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps_rollup")));
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
