package dev.jubelet.bench.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has used, as /proc tells.
 *
 * @param cpuSeconds of all its threads, ended ones too
 * @param residentMib VmRSS
 * @param anonymousMib the part of it that no file backs
 * @param peakMib VmHWM
 */
public record ProcessUsage(
    double cpuSeconds, double residentMib, double anonymousMib, double peakMib) {
  /** proc(5): USER_HZ, which Linux fixes at 100 for programs. */
  private static final double TICKS_PER_SECOND = 100;

  private static final double KIB_PER_MIB = 1024;

  /** Counted from the word after the name: utime and stime are fields 14 and 15 of the line. */
  private static final int UTIME = 14 - 3;

  public static ProcessUsage of(long pid) {
    try {
      Path directory = Path.of("/proc", Long.toString(pid));
      return of(
          Files.readString(directory.resolve("stat")),
          Files.readAllLines(directory.resolve("status")));
    } catch (IOException e) {
      throw new UncheckedIOException("process " + pid + " is gone", e);
    }
  }

  public static ProcessUsage of(String stat, List<String> status) {
    // The name is in brackets and may have anything in it, brackets too.
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Long.parseLong(words[UTIME]) + Long.parseLong(words[UTIME + 1]);
    return new ProcessUsage(
        ticks / TICKS_PER_SECOND,
        mib(status, "VmRSS:"),
        mib(status, "RssAnon:"),
        mib(status, "VmHWM:"));
  }

  private static double mib(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Long.parseLong(line.split("\\s+", -1)[1]) / KIB_PER_MIB)
        .findFirst()
        .orElse(0);
  }
}
