package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.PodUnderTest;
import dev.jubelet.bench.node.RawBurst;
import dev.jubelet.bench.node.RawPods;
import dev.jubelet.bench.report.Picture;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import dev.jubelet.bench.run.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Many pods at once. The raw way is tried with several numbers of pods under way together and the
 * best of them counts; Jubelet gets all manifests in one go and chooses for itself.
 */
final class Burst {
  private static final List<Integer> TOGETHER = List.of(2, 4, 8, 16, 50);
  private static final double RATIO_MAX = 1.15;
  private static final double GO_LEAST = 1.7;
  private static final double GO_MOST = 2.5;

  private final BenchNode node;
  private final Kubelet kubelet;
  private final RawPods raw;

  /**
   * Times in seconds until the first instruction of the last pod.
   *
   * @param raw by the number of pods under way together
   * @param cpu of Jubelet, in seconds for a whole burst
   * @param calls of Jubelet to the runtime for each pod, by the kubelet's names for them
   */
  record Result(
      int pods,
      Map<Integer, Series> raw,
      Series jubelet,
      Series cpu,
      Series runtimeCpuRaw,
      Series runtimeCpuJubelet,
      Map<String, Double> calls) {
    int bestTogether() {
      return raw.entrySet().stream()
          .min((a, b) -> Double.compare(a.getValue().median(), b.getValue().median()))
          .orElseThrow()
          .getKey();
    }

    Series best() {
      return raw.getOrDefault(bestTogether(), jubelet);
    }

    Results results() {
      Results.Builder results = new Results.Builder();
      results.row(
          "burst of " + pods + ", first instruction of the last",
          best().text("%.2f", "s") + ", " + bestTogether() + " together",
          jubelet.text("%.2f", "s"));
      raw.forEach((together, series) ->
          results.row("… raw, " + together + " together", series.text("%.2f", "s"), ""));
      double callsOfAPod = calls.values().stream().mapToDouble(Double::doubleValue).sum();
      double ratio = jubelet.median() / best().median();
      return results
          .row("… CPU of Jubelet", "", cpu.text("%.2f", "s"))
          .row(
              "… CPU of containerd",
              runtimeCpuRaw.text("%.2f", "s"),
              runtimeCpuJubelet.text("%.2f", "s"))
          .row("… calls for each pod", "3", String.format(Locale.ROOT, "%.1f", callsOfAPod))
          .target(
              new Target(
                  "burst of " + pods + ", against raw CRI calls at their best",
                  ratio,
                  RATIO_MAX,
                  "%.2f ×"))
          .bars(
              new Picture.Group(
                  String.format(Locale.ROOT, "Burst of %d (1 × = %.2f s)", pods, best().median()),
                  List.of(
                      new Picture.Bar("raw CRI calls, best", 1, Picture.RAW),
                      new Picture.Bar("Jubelet", ratio, Picture.JUBELET),
                      new Picture.Bar("Go kubelet 1.36", GO_LEAST, GO_MOST, Picture.GO))))
          .note("Calls of Jubelet for each pod of a burst: " + callsText() + ".")
          .build();
    }

    private String callsText() {
      return calls.entrySet().stream()
          .map(call -> String.format(Locale.ROOT, "%s %.2f", call.getKey(), call.getValue()))
          .collect(Collectors.joining(", "));
    }
  }

  Burst(BenchNode node, Kubelet kubelet, RawPods raw) {
    this.node = node;
    this.kubelet = kubelet;
    this.raw = raw;
  }

  Result measure(int pods, int rounds) {
    Map<Integer, List<Double>> rawSeconds = new LinkedHashMap<>();
    List<Double> jubelet = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    List<Double> runtimeRaw = new ArrayList<>();
    List<Double> runtimeJubelet = new ArrayList<>();
    Map<String, Double> calls = Map.of();
    rawOnce(pods, 8);
    jubeletOnce(pods);
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < TOGETHER.size(); i++) {
        int together = TOGETHER.get(i);
        Once rawOnce = rawOnce(pods, together);
        rawSeconds.computeIfAbsent(together, _ -> new ArrayList<>()).add(rawOnce.seconds());
        runtimeRaw.add(rawOnce.runtimeCpu());
        Progress.say(
            "burst of %d: raw, %d together: %.2f s".formatted(pods, together, rawOnce.seconds()));
        if (i % 2 == 1 || i == TOGETHER.size() - 1) {
          Once once = jubeletOnce(pods);
          jubelet.add(once.seconds());
          cpu.add(once.cpu());
          runtimeJubelet.add(once.runtimeCpu());
          calls = once.calls();
          Progress.say(
              "burst of %d: Jubelet: %.2f s with %.2f s of CPU"
                  .formatted(pods, once.seconds(), once.cpu()));
        }
      }
    }
    Map<Integer, Series> all = new LinkedHashMap<>();
    rawSeconds.forEach((together, seconds) -> all.put(together, Series.of(seconds)));
    return new Result(
        pods,
        all,
        Series.of(jubelet),
        Series.of(cpu),
        Series.of(runtimeRaw),
        Series.of(runtimeJubelet),
        calls);
  }

  private record Once(double seconds, double cpu, double runtimeCpu, Map<String, Double> calls) {}

  private Once rawOnce(int pods, int together) {
    kubelet.freeze();
    // Not longer: containerd waits for whoever follows its events and reads none of them.
    RawBurst.Once once = new RawBurst(node, raw).run(pods, together, kubelet::thaw);
    return new Once(once.seconds(), 0, once.runtimeCpu(), Map.of());
  }

  private Once jubeletOnce(int pods) {
    List<String> names = PodUnderTest.names("burst-", pods);
    double cpuBefore = kubelet.usage().cpuSeconds();
    double runtimeBefore = node.containerdUsage().cpuSeconds();
    RuntimeCalls callsBefore = RuntimeCalls.of(kubelet);
    double seconds = kubelet.start(names);
    double runtimeCpu = node.containerdUsage().cpuSeconds() - runtimeBefore;
    double cpu = kubelet.usage().cpuSeconds() - cpuBefore;
    Map<String, Double> calls = RuntimeCalls.of(kubelet).since(callsBefore, pods);
    kubelet.remove(names);
    return new Once(seconds, cpu, runtimeCpu, calls);
  }
}
