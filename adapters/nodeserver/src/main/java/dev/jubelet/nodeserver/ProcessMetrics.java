package dev.jubelet.nodeserver;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** The three process figures that every Prometheus target has, read when somebody asks. */
final class ProcessMetrics {
  private static final Path STATUS = Path.of("/proc/self/status");

  private ProcessMetrics() {}

  static void register(PrometheusRegistry registry) {
    ProcessHandle.Info self = ProcessHandle.current().info();
    double started = self.startInstant().orElseGet(Instant::now).toEpochMilli() / 1e3;
    GaugeWithCallback.builder()
        .name("process_start_time_seconds")
        .help("When this process started, in seconds since 1970.")
        .callback(value -> value.call(started))
        .register(registry);
    CounterWithCallback.builder()
        .name("process_cpu_seconds_total")
        .help("Processor time that this process used.")
        .callback(value -> value.call(cpuSeconds()))
        .register(registry);
    GaugeWithCallback.builder()
        .name("process_resident_memory_bytes")
        .help("Memory of this process that is in RAM.")
        .callback(value -> residentBytes().ifPresent(value::call))
        .register(registry);
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  private static OptionalLong residentBytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst();
    } catch (IOException noProc) {
      // A figure that cannot be had is left out of the answer; the others are still worth having.
      return OptionalLong.empty();
    }
  }
}
