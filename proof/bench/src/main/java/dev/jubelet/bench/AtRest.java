package dev.jubelet.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What a node costs when nothing happens. */
final class AtRest {
  private static final Duration SETTLING = Duration.ofSeconds(20);

  private final BenchNode node;
  private final Kubelet kubelet;

  /**
   * @param cpu in percent of a core, second by second
   */
  record Cost(Series cpu, ProcessUsage memory) {}

  /** Of Jubelet and of the runtime that it asks. */
  record Result(int pods, int seconds, Cost jubelet, Cost runtime) {}

  AtRest(BenchNode node, Kubelet kubelet) {
    this.node = node;
    this.kubelet = kubelet;
  }

  static List<String> names(int pods) {
    return IntStream.range(0, pods).mapToObj(i -> "rest-" + i).toList();
  }

  /** The pods stay. */
  Result measure(int pods, int seconds) {
    List<String> names = names(pods);
    kubelet.drop(names);
    new Marks(node.marks()).last(names, Duration.ofMinutes(5));
    Progress.say(pods + " pods run; waiting " + SETTLING.toSeconds() + " s");
    Pause.of(SETTLING);
    List<Double> jubelet = new ArrayList<>();
    List<Double> runtime = new ArrayList<>();
    ProcessUsage jubeletBefore = kubelet.usage();
    ProcessUsage runtimeBefore = node.containerdUsage();
    long begun = System.nanoTime();
    for (int i = 1; i <= seconds; i++) {
      Pause.of(
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
