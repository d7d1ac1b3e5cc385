package dev.jubelet.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SeriesTest {
  @Test
  void medianOfAnOddNumberIsTheMiddle() {
    assertThat(Series.of(30, 10, 20).median()).isEqualTo(20);
  }

  @Test
  void medianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertThat(Series.of(40, 10, 20, 30).median()).isEqualTo(25);
  }

  @Test
  void textHasMedianAndRange() {
    assertThat(Series.of(131.4, 120, 160).text("%.0f", "ms")).isEqualTo("131 ms (120–160)");
  }

  @Test
  void withoutValuesThereIsNoSeries() {
    assertThatThrownBy(() -> Series.of(List.of())).hasMessage("nothing was measured");
  }
}
