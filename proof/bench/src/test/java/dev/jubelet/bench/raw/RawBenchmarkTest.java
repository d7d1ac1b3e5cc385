package dev.jubelet.bench.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RawBenchmarkTest {
  private static final Results RESULTS = SampleResults.of(110, 5);
  private static final BenchMachine MACHINE =
      new BenchMachine(2, "Some CPU", 23.5, "6.18", "25", 0.25);

  @Test
  void saysPlainlyWhatIsMissed() {
    assertThat(RawBenchmark.targets(RESULTS))
        .contains("| one pod, against raw CRI calls | 1.10 × | at most 1.15 × | met |")
        .contains(
            "| burst of 50, against raw CRI calls at their best | 1.25 × | at most 1.15 × |"
                + " **missed** |");
  }

  @Test
  void everyRowHasAsManyCellsAsTheHead() {
    assertThat(RawBenchmark.measurements(RESULTS).lines())
        .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(4));
  }

  @Test
  void namesTheBestRawConcurrency() {
    assertThat(RawBenchmark.measurements(RESULTS)).contains("4.00 s (3.90–4.20), 4 together");
  }

  @Test
  void documentTellsWhenOnWhatAndHow() {
    assertThat(
            RawBenchmark.page(
                RESULTS, "containerd 1.2.3", LocalDate.of(2026, 1, 2), MACHINE, "p.svg"))
        .startsWith("# containerd 1.2.3\n")
        .contains("2026-01-02")
        .contains("2 cores (Some CPU), 24 GiB, Linux 6.18, Java 25")
        .contains("](p.svg)")
        .contains("The runtime made the same of both");
  }

  @Test
  void theTableHasEveryPartOnceInItsOrder() {
    assertThat(RESULTS.rows())
        .extracting(List::getFirst)
        .containsExactly(
            "one pod, until its first instruction",
            "… of which RunPodSandbox",
            "… of which CreateContainer",
            "… of which StartContainer",
            "burst of 50, first instruction of the last",
            "… raw, 2 together",
            "… raw, 4 together",
            "… raw, 8 together",
            "… CPU of Jubelet",
            "… CPU of containerd",
            "… calls for each pod",
            "at rest with 60 pods, 3 s: CPU of Jubelet",
            "… CPU of containerd",
            "… memory of Jubelet",
            "… memory of containerd",
            "exec to healthy, no pods",
            "… to runtime found and sources read",
            "exec to healthy, with pods",
            "… to runtime found and sources read");
  }
}
