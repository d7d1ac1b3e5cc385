package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.PodUnderTest;
import dev.jubelet.bench.node.ProcessUsage;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import dev.jubelet.bench.run.Progress;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a node costs when nothing happens. */
final class AtRest {
  private static final Duration SETTLING = Duration.ofSeconds(20);
  private static final double CPU_MAX = 1;
  private static final double MEMORY_MAX = 160;

  private final BenchNode node;
  private final Kubelet kubelet;

  /**
   * @param cpu in percent of a core, second by second
   */
  record Cost(Series cpu, ProcessUsage memory) {
    private String cpuText() {
      return String.format(
          Locale.ROOT, "%.2f %% of a core (worst second %.0f %%)", cpu.mean(), cpu.most());
    }

    private String memoryText() {
      return String.format(
          Locale.ROOT,
          "%.0f MiB, of which %.0f anonymous (peak %.0f)",
          memory.residentMib(),
          memory.anonymousMib(),
          memory.peakMib());
    }
  }

  /** Of Jubelet and of the runtime that it asks. */
  record Result(int pods, int seconds, Cost jubelet, Cost runtime) {
    Results results() {
      String where = "at rest with " + pods + " pods";
      double resident = jubelet.memory().residentMib();
      return new Results.Builder()
          .row(where + ", " + seconds + " s: CPU of Jubelet", "", jubelet.cpuText())
          .row("… CPU of containerd", "", runtime.cpuText())
          .row("… memory of Jubelet", "", jubelet.memoryText())
          .row("… memory of containerd", "", runtime.memoryText())
          .target(new Target("CPU " + where, jubelet.cpu().mean(), CPU_MAX, "%.2f %%"))
          .target(new Target("resident memory " + where, resident, MEMORY_MAX, "%.0f MiB"))
          .build();
    }
  }

  AtRest(BenchNode node, Kubelet kubelet) {
    this.node = node;
    this.kubelet = kubelet;
  }

  /** The pods stay. */
  Result measure(int pods, int seconds) {
    List<String> names = PodUnderTest.names("rest-", pods);
    double _ = kubelet.start(names);
    Progress.say(pods + " pods run; waiting " + SETTLING.toSeconds() + " s");
    Await.pause(SETTLING);
    List<Double> jubelet = new ArrayList<>();
    List<Double> runtime = new ArrayList<>();
    ProcessUsage jubeletBefore = kubelet.usage();
    ProcessUsage runtimeBefore = node.containerdUsage();
    long begun = System.nanoTime();
    for (int i = 1; i <= seconds; i++) {
      Await.pause(
          Duration.ofNanos(
              Math.max(0, begun + Duration.ofSeconds(i).toNanos() - System.nanoTime())));
      ProcessUsage jubeletNow = kubelet.usage();
      ProcessUsage runtimeNow = node.containerdUsage();
      jubelet.add(percent(jubeletBefore, jubeletNow));
      runtime.add(percent(runtimeBefore, runtimeNow));
      jubeletBefore = jubeletNow;
      runtimeBefore = runtimeNow;
    }
    return new Result(
        pods,
        seconds,
        new Cost(Series.of(jubelet), jubeletBefore),
        new Cost(Series.of(runtime), runtimeBefore));
  }

  private static double percent(ProcessUsage before, ProcessUsage after) {
    return (after.cpuSeconds() - before.cpuSeconds()) * 100;
  }
}
