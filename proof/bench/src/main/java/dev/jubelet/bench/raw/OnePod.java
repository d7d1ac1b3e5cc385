package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.Marks;
import dev.jubelet.bench.node.RawPods;
import dev.jubelet.bench.report.Picture;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import dev.jubelet.bench.run.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One pod at a time, by raw calls and by Jubelet in turns, so that noise hits both alike. */
final class OnePod {
  private static final int WARM_UP = 4;
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final List<String> CALLS =
      List.of("RunPodSandbox", "CreateContainer", "StartContainer");
  private static final double RATIO_MAX = 1.15;
  private static final double GO_RATIO = 4.0;

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
    Results results() {
      Results.Builder results = new Results.Builder();
      results.row(
          "one pod, until its first instruction",
          raw.text("%.0f", "ms"),
          jubelet.text("%.0f", "ms"));
      for (int i = 0; i < CALLS.size(); i++) {
        results.row("… of which " + CALLS.get(i), calls.get(i).text("%.0f", "ms"), "");
      }
      double ratio = jubelet.median() / raw.median();
      return results
          .target(new Target("one pod, against raw CRI calls", ratio, RATIO_MAX, "%.2f ×"))
          .bars(
              new Picture.Group(
                  String.format(Locale.ROOT, "One pod (1 × = %.0f ms)", raw.median()),
                  List.of(
                      new Picture.Bar("raw CRI calls", 1, Picture.RAW),
                      new Picture.Bar("Jubelet", ratio, Picture.JUBELET),
                      new Picture.Bar("Go kubelet 1.36", GO_RATIO, Picture.GO))))
          .note(sameness())
          .build();
    }

    private String sameness() {
      return differences.isEmpty()
          ? "The runtime made the same of both: labels and OCI specifications of sandbox and"
              + " container are equal but for names."
          : "What the runtime made of both differs:\n\n"
              + differences.stream().map(line -> "    " + line).collect(Collectors.joining("\n"));
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
      double jubeletTook = kubelet.start(List.of(name)) * 1000;
      if (i == -1) {
        differences = SameWork.differences(rawSpec, new SameWork(node).take());
      }
      kubelet.remove(List.of(name));
      if (i >= 0) {
        rawRuns.add(running);
        rawMillis.add(rawTook);
        jubeletMillis.add(jubeletTook);
        Progress.say(
            "one pod %d: raw %.0f ms, Jubelet %.0f ms".formatted(i + 1, rawTook, jubeletTook));
      }
    }
    List<Series> calls = new ArrayList<>();
    for (int call = 0; call < CALLS.size(); call++) {
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
