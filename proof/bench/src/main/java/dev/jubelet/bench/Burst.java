package dev.jubelet.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Many pods at once. The raw way is tried with several numbers of pods under way together and the
 * best of them counts; Jubelet gets all manifests in one go and chooses for itself.
 */
final class Burst {
  private static final List<Integer> TOGETHER = List.of(2, 4, 8, 16, 50);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final BenchNode node;
  private final Kubelet kubelet;
  private final RawPods raw;
  private final Marks marks;

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

    double ratio() {
      return jubelet.median() / best().median();
    }
  }

  Burst(BenchNode node, Kubelet kubelet, RawPods raw) {
    this.node = node;
    this.kubelet = kubelet;
    this.raw = raw;
    this.marks = new Marks(node.marks());
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
    List<String> names = names("burst-", pods);
    double cpuBefore = kubelet.usage().cpuSeconds();
    double runtimeBefore = node.containerdUsage().cpuSeconds();
    RuntimeCalls callsBefore = RuntimeCalls.of(kubelet);
    double seconds = seconds(kubelet.drop(names), names);
    double runtimeCpu = node.containerdUsage().cpuSeconds() - runtimeBefore;
    double cpu = kubelet.usage().cpuSeconds() - cpuBefore;
    Map<String, Double> calls = RuntimeCalls.of(kubelet).since(callsBefore, pods);
    kubelet.remove(names);
    marks.forget(names);
    kubelet.settle();
    return new Once(seconds, cpu, runtimeCpu, calls);
  }

  private double seconds(Instant begun, List<String> names) {
    return Duration.between(begun, marks.last(names, LONGEST)).toNanos() / 1e9;
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }
}
