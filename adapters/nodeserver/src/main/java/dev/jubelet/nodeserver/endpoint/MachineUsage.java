package dev.jubelet.nodeserver.endpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the whole machine uses, from {@code /proc}.
 *
 * @param memoryUsed with all that the kernel caches
 * @param memoryWorkingSet without files that it could drop at once, as the kubelet counts
 */
record MachineUsage(
    long cpuNanos, long bootSeconds, long memoryTotal, long memoryUsed, long memoryWorkingSet) {
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /** Empty where there is no {@code /proc} to read. */
  static Optional<MachineUsage> read() {
    try {
      List<String> stat = Files.readAllLines(Path.of("/proc/stat"));
      List<String> memory = Files.readAllLines(Path.of("/proc/meminfo"));
      long total = kilobytes(memory, "MemTotal:");
      long used = total - kilobytes(memory, "MemFree:");
      return Optional.of(
          new MachineUsage(
              busyTicks(line(stat, "cpu ")) * NANOS_PER_TICK,
              Long.parseLong(line(stat, "btime ").strip()),
              total,
              used,
              Math.max(0, used - kilobytes(memory, "Inactive(file):"))));
    } catch (IOException | NumberFormatException unreadable) {
      return Optional.empty();
    }
  }

  private static long busyTicks(String fields) {
    String[] ticks = fields.strip().split(" +", -1);
    long busy = 0;
    // Guests are counted in user time already.
    for (int i = 0; i < Math.min(ticks.length, STEAL + 1); i++) {
      busy += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(ticks[i]);
    }
    return busy;
  }

  private static long kilobytes(List<String> lines, String name) throws IOException {
    return Long.parseLong(line(lines, name).replaceAll("[^0-9]", "")) * 1024;
  }

  private static String line(List<String> lines, String name) throws IOException {
    for (String line : lines) {
      if (line.startsWith(name)) {
        return line.substring(name.length());
      }
    }
    throw new IOException("no line " + name);
  }
}
