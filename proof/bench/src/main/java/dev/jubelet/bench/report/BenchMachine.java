package dev.jubelet.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The machine in one line that tells nothing about whose it is.
 *
 * @param load the average of the last minute, before we add to it
 */
public record BenchMachine(
    int cores, String processor, double memoryGib, String kernel, String java, double load) {
  private static final double KIB_PER_GIB = 1024 * 1024;

  public static BenchMachine now() {
    try {
      String kernel = Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
      return new BenchMachine(
          Runtime.getRuntime().availableProcessors(),
          word("/proc/cpuinfo", "model name"),
          Double.parseDouble(word("/proc/meminfo", "MemTotal").split(" ", 2)[0]) / KIB_PER_GIB,
          // Major and minor: what follows is often the name of who built it.
          kernel.replaceFirst("^(\\d+\\.\\d+).*", "$1"),
          Integer.toString(Runtime.version().feature()),
          Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String text() {
    return String.format(
        Locale.ROOT,
        "%d cores (%s), %.0f GiB, Linux %s, Java %s, load average %.1f at the beginning",
        cores,
        processor,
        memoryGib,
        kernel,
        java,
        load);
  }

  private static String word(String file, String key) throws IOException {
    return Files.readAllLines(Path.of(file)).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
