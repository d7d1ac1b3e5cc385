package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import dev.jubelet.bench.run.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From exec to ready, again and again, as many pods as there are. */
final class Startups {
  private static final double MOST = 1000;

  private final BenchNode node;
  private final Path program;

  /**
   * In milliseconds from exec of the launcher.
   *
   * @param healthy to the first 200 of {@code /healthz}
   * @param ready to the word that the runtime was found and the sources are followed
   */
  record Result(Series healthy, Series ready) {
    /**
     * @param pods which there are, in words
     * @param beside the name of the target, where it is not the usual one
     */
    Results results(String pods, String beside) {
      return new Results.Builder()
          .row("exec to healthy, " + pods, "", healthy.text("%.0f", "ms"))
          .row("… to runtime found and sources read", "", ready.text("%.0f", "ms"))
          .target(new Target("from exec to ready" + beside, healthy.median(), MOST, "%.0f ms"))
          .build();
    }
  }

  Startups(BenchNode node, Path program) {
    this.node = node;
    this.program = program;
  }

  /** No other Jubelet runs on the node. */
  Result measure(int times) {
    List<Double> healthy = new ArrayList<>();
    List<Double> ready = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      try (Kubelet kubelet = node.launch(program)) {
        healthy.add(kubelet.untilHealthy().toNanos() / 1e6);
        ready.add(kubelet.untilReady().toNanos() / 1e6);
        kubelet.settle();
        kubelet.stop();
      }
      Progress.say(
          "start %d: healthy after %.0f ms, ready after %.0f ms"
              .formatted(i + 1, healthy.getLast(), ready.getLast()));
    }
    return new Result(Series.of(healthy), Series.of(ready));
  }
}
