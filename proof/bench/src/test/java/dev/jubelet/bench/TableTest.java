package dev.jubelet.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TableTest {
  private static final Results RESULTS = SampleResults.of(110, 5);
  private static final Surroundings MACHINE =
      new Surroundings(2, "Some CPU", 23.5, "6.18", "25", 0.25);

  @Test
  void saysPlainlyWhatIsMissed() {
    assertThat(Table.targets(RESULTS))
        .contains("| one pod, against raw CRI calls | 1.10 × | at most 1.15 × | met |")
        .contains(
            "| burst of 50, against raw CRI calls at their best | 1.25 × | at most 1.15 × |"
                + " **missed** |");
  }

  @Test
  void everyRowHasAsManyCellsAsTheHead() {
    assertThat(Table.measurements(RESULTS).lines())
        .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|').count()).isEqualTo(4));
  }

  @Test
  void namesTheBestRawConcurrency() {
    assertThat(Table.measurements(RESULTS)).contains("4.00 s (3.90–4.20), 4 together");
  }

  @Test
  void documentTellsWhenOnWhatAndHow() {
    assertThat(Table.document(RESULTS, MACHINE, "p.svg"))
        .startsWith("# containerd 1.2.3\n")
        .contains("2026-01-02")
        .contains("2 cores (Some CPU), 24 GiB, Linux 6.18, Java 25")
        .contains("](p.svg)")
        .contains("The runtime made the same of both");
  }
}
