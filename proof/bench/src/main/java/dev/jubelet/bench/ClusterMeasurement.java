package dev.jubelet.bench;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.cluster.ClusterKeys;
import dev.jubelet.acceptance.cluster.ControlPlane;
import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.acceptance.cluster.KubeletKind;
import dev.jubelet.acceptance.cluster.KubernetesPrograms;
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
final class ClusterMeasurement {
  /** The best that {@link Burst} knows of, or close to it. */
  private static final int RAW_TOGETHER = 8;

  private final BenchNode node;
  private final BenchOptions options;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  ClusterMeasurement(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.undo = undo;
  }

  ClusterResults run() throws IOException {
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
    Map<KubeletKind, List<ClusterTurn.Result>> turns = new EnumMap<>(KubeletKind.class);
    for (int round = 0; round < options.burstRounds(); round++) {
      floor.add(raw.run(options.burstPods(), RAW_TOGETHER, () -> {}).seconds());
      for (KubeletKind kind : KubeletKind.values()) {
        ClusterTurn turn =
            new ClusterTurn(
                node, new ClusterSeat(node, keys, control.server(), kind), client, watch, undo);
        ClusterTurn.Result result =
            turn.run(round, words(kind, programs), options.singles(), options.burstPods());
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
    Map<KubeletKind, ClusterResults.Kind> kinds = new EnumMap<>(KubeletKind.class);
    turns.forEach((kind, results) -> kinds.put(kind, summary(results)));
    return new ClusterResults(options.burstPods(), Series.of(floor), kinds);
  }

  private List<String> words(KubeletKind kind, KubernetesPrograms programs) {
    return switch (kind) {
      case GO -> List.of(programs.kubelet());
      case JUBELET -> List.of(options.program().toString(), "kubelet");
    };
  }

  private static ClusterResults.Kind summary(List<ClusterTurn.Result> turns) {
    return new ClusterResults.Kind(
        series(turns, ClusterTurn.Result::ready),
        Series.of(turns.stream().flatMap(turn -> turn.one().stream()).toList()),
        series(turns, turn -> turn.burst().seconds().median()),
        series(turns, turn -> turn.burst().seconds().most()),
        series(turns, turn -> turn.burst().cpu()),
        series(turns, turn -> turn.burst().runtimeCpu()),
        series(turns, turn -> turn.burst().resident()),
        series(turns, turn -> turn.first().seconds().median()),
        series(turns, turn -> turn.first().cpu()));
  }

  private static Series series(
      List<ClusterTurn.Result> turns, Function<ClusterTurn.Result, Double> value) {
    return Series.of(turns.stream().map(value).toList());
  }
}
