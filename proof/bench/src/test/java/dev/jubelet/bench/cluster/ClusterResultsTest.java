package dev.jubelet.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import org.junit.jupiter.api.Test;

final class ClusterResultsTest {
  private static final ClusterResults RESULTS =
      new ClusterResults(50, Series.of(6), kind(800, 9, 2), kind(300, 7, 2.5));

  @Test
  void targetsAreRatiosToTheGoKubelet() {
    Results results = RESULTS.results();
    assertThat(results.targets())
        .extracting(Target::valueText)
        .containsExactly("0.38 ×", "0.78 ×", "0.78 ×", "1.25 ×", "1.0 s");
    assertThat(results.targets())
        .extracting(Target::met)
        .containsExactly(true, false, false, false, true);
  }

  @Test
  void thePageHasEveryLineAndEveryTarget() {
    String page =
        ClusterBenchmark.page(
            RESULTS.results(),
            "containerd 2.3.4",
            new BenchMachine(2, "some processor", 24, "6.1", "25", 0.1));
    assertThat(page)
        .startsWith("# A node of a cluster, containerd 2.3.4\n\n`./dev bench --cluster`: pods ")
        .contains("|  | Go kubelet | Jubelet | ratio |\n| --- | --- | --- | --- |\n")
        .contains("| one pod | 800 ms (800–800) | 300 ms (300–300) | 0.38 |")
        .contains("beside it: 6.00 s (6.00–6.00). So much of the last pod's time")
        .endsWith("| exec to node ready | at most 3.0 s | 1.0 s | met |\n");
    assertThat(page).doesNotContain("\n\n\n");
  }

  private static ClusterResults.Kind kind(double one, double last, double cpu) {
    return new ClusterResults.Kind(
        Series.of(1),
        Series.of(one),
        Series.of(last / 2),
        Series.of(last),
        Series.of(cpu),
        Series.of(2),
        Series.of(100),
        new ClusterResults.Kind.First(Series.of(last), Series.of(cpu)));
  }
}
