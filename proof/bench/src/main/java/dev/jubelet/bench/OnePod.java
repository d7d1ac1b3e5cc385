package dev.jubelet.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One pod at a time, by raw calls and by Jubelet in turns, so that noise hits both alike. */
final class OnePod {
  private static final int WARM_UP = 4;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final BenchNode node;
  private final Kubelet kubelet;
  private final RawPods raw;
  private final Marks marks;

  /**
   * All in milliseconds.
   *
   * @param calls RunPodSandbox, CreateContainer, StartContainer of the raw way
   * @param differences between what the runtime was asked for; empty when there are none
   */
  record Result(Series raw, Series jubelet, List<Series> calls, List<String> differences) {
    double ratio() {
      return jubelet.median() / raw.median();
    }
  }

  OnePod(BenchNode node, Kubelet kubelet, RawPods raw) {
    this.node = node;
    this.kubelet = kubelet;
    this.raw = raw;
    this.marks = new Marks(node.marks());
  }

  Result measure(int times) {
    List<RawPods.Running> rawRuns = new ArrayList<>();
    List<Double> rawMillis = new ArrayList<>();
    List<Double> jubeletMillis = new ArrayList<>();
    List<String> differences = List.of();
    for (int i = -WARM_UP; i < times; i++) {
      String name = "one-" + (i + WARM_UP);
      List<String> rawSpec = new ArrayList<>();
      kubelet.freeze();
      RawPods.Prepared prepared = raw.prepare("raw-" + name);
      RawPods.Running running = raw.start(prepared);
      double rawTook = millis(running.begun(), "raw-" + name);
      if (i == -1) {
        rawSpec.addAll(new SameWork(node).take());
      }
      raw.remove(running);
      node.awaitEmpty();
      kubelet.thaw();
      double jubeletTook = millis(kubelet.drop(List.of(name)), name);
      if (i == -1) {
        differences = SameWork.differences(rawSpec, new SameWork(node).take());
      }
      kubelet.remove(List.of(name));
      kubelet.settle();
      if (i >= 0) {
        rawRuns.add(running);
        rawMillis.add(rawTook);
        jubeletMillis.add(jubeletTook);
        Progress.say(
            "one pod %d: raw %.0f ms, Jubelet %.0f ms".formatted(i + 1, rawTook, jubeletTook));
      }
    }
    List<Series> calls = new ArrayList<>();
    for (int call = 0; call < 3; call++) {
      int which = call;
      calls.add(Series.of(rawRuns.stream().map(run -> run.calls().get(which)).toList()));
    }
    return new Result(Series.of(rawMillis), Series.of(jubeletMillis), calls, differences);
  }

  private double millis(Instant begun, String name) {
    Instant started = marks.last(List.of(name), LONGEST);
    marks.forget(List.of(name));
    return Duration.between(begun, started).toNanos() / 1e6;
  }
}
