package dev.jubelet.bench.cluster;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.cluster.ClusterKeys;
import dev.jubelet.acceptance.cluster.ControlPlane;
import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.acceptance.cluster.KubeletKind;
import dev.jubelet.acceptance.cluster.KubernetesPrograms;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.RawBurst;
import dev.jubelet.bench.node.RawPods;
import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Table;
import dev.jubelet.bench.run.BenchOptions;
import dev.jubelet.bench.run.Benchmark;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.bench.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Both kubelets in turns, as the only node of a cluster, on one containerd. */
public final class ClusterBenchmark implements Benchmark {
  /** The best that {@link Burst} knows of, or close to it. */
  private static final int RAW_TOGETHER = 8;

  private final BenchNode node;
  private final BenchOptions options;
  private final BenchOptions.Amounts amounts;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  public ClusterBenchmark(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.amounts = options.amounts();
    this.undo = undo;
  }

  @Override
  public String name() {
    return "a node of a cluster, by the Go kubelet and by Jubelet";
  }

  @Override
  public Results measure() throws IOException {
    KubernetesPrograms programs =
        new KubernetesPrograms(
            Parts.kubernetes()
                .orElseThrow(() -> new NotMeasured("no Kubernetes: run parts/install --test")));
    Path directory = Files.createDirectories(node.directory().resolve("control"));
    ClusterKeys keys = ClusterKeys.create(directory.resolve("pki"));
    undo.accept(GoKubelet.prepare(node.cgroupRoot()));
    ControlPlane control = new ControlPlane(programs, directory, keys, null, BenchNode.ADDRESS);
    undo.accept(control);
    control.start();
    ApiClient client = ApiClient.connect(control.server(), keys);
    undo.accept(client);
    RunningWatch watch = RunningWatch.start(client);
    RawBurst raw = new RawBurst(node, new RawPods(node));
    List<Double> floor = new ArrayList<>();
    Map<KubeletKind, List<ClusterRound.Result>> turns = new EnumMap<>(KubeletKind.class);
    for (int round = 0; round < amounts.burstRounds(); round++) {
      floor.add(raw.run(amounts.burstPods(), RAW_TOGETHER, () -> {}).seconds());
      for (KubeletKind kind : KubeletKind.values()) {
        ClusterRound turn =
            new ClusterRound(
                node, new ClusterSetup(node, keys, control.server(), kind), client, watch, undo);
        ClusterRound.Result result =
            turn.run(round, words(kind, programs), amounts.singles(), amounts.burstPods());
        turns.computeIfAbsent(kind, _ -> new ArrayList<>()).add(result);
        Progress.say(
            "%s: ready after %.2f s, one pod %.0f ms, burst %.2f–%.2f s with %.2f s of CPU"
                .formatted(
                    kind,
                    result.ready(),
                    Series.of(result.one()).median(),
                    result.burst().seconds().median(),
                    result.burst().seconds().most(),
                    result.burst().cpu()));
      }
    }
    return new ClusterResults(
            amounts.burstPods(),
            Series.of(floor),
            summary(turns, KubeletKind.GO),
            summary(turns, KubeletKind.JUBELET))
        .results();
  }

  @Override
  public Report report(Results results, String runtime, BenchMachine machine) {
    String page = page(results, runtime, machine);
    return new Report(page, Map.of("cluster-" + runtime.replace(' ', '-') + ".md", page));
  }

  static String page(Results results, String runtime, BenchMachine machine) {
    return """
    # A node of a cluster, %s

    `./dev bench --cluster`: pods that are already bound to the node, from the API server's answer \
    until a watch shows them Running. Kubernetes 1.36.4, the Go kubelet and Jubelet in turns on the \
    same containerd, each after three bursts that are not counted. CPU until three seconds after the \
    last pod. Medians, with the range in brackets.

    %s.

    %s
    %s

    %s\
    """
        .formatted(
            runtime,
            machine.text(),
            Table.of(List.of("", "Go kubelet", "Jubelet", "ratio"), results.rows()),
            String.join("\n", results.notes()),
            Table.targets(results));
  }

  private List<String> words(KubeletKind kind, KubernetesPrograms programs) {
    return switch (kind) {
      case GO -> List.of(programs.kubelet());
      case JUBELET -> List.of(options.program().toString(), "kubelet");
    };
  }

  private static ClusterResults.Kind summary(
      Map<KubeletKind, List<ClusterRound.Result>> all, KubeletKind kind) {
    List<ClusterRound.Result> turns = all.getOrDefault(kind, List.of());
    return new ClusterResults.Kind(
        series(turns, ClusterRound.Result::ready),
        Series.of(turns.stream().flatMap(turn -> turn.one().stream()).toList()),
        series(turns, turn -> turn.burst().seconds().median()),
        series(turns, turn -> turn.burst().seconds().most()),
        series(turns, turn -> turn.burst().cpu()),
        series(turns, turn -> turn.burst().runtimeCpu()),
        series(turns, turn -> turn.burst().resident()),
        new ClusterResults.Kind.First(
            series(turns, turn -> turn.first().seconds().median()),
            series(turns, turn -> turn.first().cpu())));
  }

  private static Series series(
      List<ClusterRound.Result> turns, Function<ClusterRound.Result, Double> value) {
    return Series.of(turns.stream().map(value).toList());
  }
}
