package dev.jubelet.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EmbeddedResultsTest {
  private static final EmbeddedResults.One ONE =
      new EmbeddedResults.One(
          Series.of(18), Series.of(22), Series.of(40), Series.of(500), Series.of(90));
  private static final EmbeddedResults.Burst BURST =
      new EmbeddedResults.Burst(50, Series.of(9), Series.of(4));
  private static final EmbeddedResults.Memory MEMORY =
      new EmbeddedResults.Memory(
          60, new MemoryUse(100, 100, 290, 10), new MemoryUse(150, 0, 20, 0));
  private static final EmbeddedResults.Pull PULL =
      new EmbeddedResults.Pull(500, 250, 10, Series.of(8), Series.of(8.4), 140, 150);
  private static final Results ALL =
      ONE.results().and(BURST.results()).and(MEMORY.results()).and(PULL.results());

  @Test
  void targetsAreRatiosOfMedians() {
    assertThat(ALL.targets())
        .extracting(Target::valueText)
        .containsExactly("2.25 ×", "0.18 ×", "0.44 ×", "0.34 ×", "1.05 ×", "1.07 ×");
    assertThat(ALL.targets())
        .extracting(Target::met)
        .containsExactly(true, true, false, true, false, true);
  }

  @Test
  void whatWasNotMeasuredHasNoTarget() {
    assertThat(BURST.results().targets()).hasSize(1);
    assertThat(BURST.results().met()).isFalse();
    assertThat(ONE.results().met()).isTrue();
  }

  @Test
  void thePageHasEveryLineAndEveryTarget() {
    String page =
        EmbeddedBenchmark.page(
            ALL, "containerd 2.3.4", new BenchMachine(2, "some processor", 24, "6.1", "25", 0.1));
    assertThat(page)
        .contains("| one pod | 500 ms (500–500) | 90 ms (90–90) | 0.18 |")
        .contains("| memory with 60 pods | 500 MiB | 170 MiB | 0.34 |")
        .contains("| … runtime | 100 MiB | in the kubelet |  |")
        .contains("| … pause processes | 10 MiB | 0 MiB | 0.00 |")
        .contains("| pull of 500 MB (250 compressed) in 10 layers |")
        .contains("together 40 ms (40–40)")
        .contains("| burst of 50, to the Go kubelet | at most 0.33 × | 0.44 × | missed |");
  }

  @Test
  void aPageWithoutMeasurementsHasNoRows() {
    String page =
        EmbeddedBenchmark.page(
            Results.NONE,
            "containerd 2.3.4",
            new BenchMachine(2, "some processor", 24, "6.1", "25", 0.1));
    assertThat(page).doesNotContain("| one pod");
  }

  @Test
  void proportionalSetSizeIsReadFromTheKernelsWords() {
    assertThat(
            MemoryUse.of(
                List.of(
                    "00400000-7ffe ---p 00000000 00:00 0  [rollup]",
                    "Rss: 4096 kB",
                    "Pss:                2048 kB",
                    "Pss_Anon: 1024 kB")))
        .isEqualTo(2);
  }
}
