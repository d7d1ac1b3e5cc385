package dev.jubelet.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From exec to ready, again and again, as many pods as there are. */
final class Startups {
  private final BenchNode node;
  private final Path program;

  /**
   * In milliseconds from exec of the launcher.
   *
   * @param healthy to the first 200 of {@code /healthz}
   * @param ready to the word that the runtime was found and the sources are followed
   */
  record Result(Series healthy, Series ready) {}

  Startups(BenchNode node, Path program) {
    this.node = node;
    this.program = program;
  }

  /** No other Jubelet runs on the node. */
  Result measure(int times) {
    List<Double> healthy = new ArrayList<>();
    List<Double> ready = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      try (Kubelet kubelet = Kubelet.launch(node, program)) {
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
