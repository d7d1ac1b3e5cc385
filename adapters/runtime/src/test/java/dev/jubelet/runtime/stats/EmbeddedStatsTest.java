package dev.jubelet.runtime.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.runtime.inventory.KernelFigures;
import org.junit.jupiter.api.Test;

final class EmbeddedStatsTest {
  @Test
  void figureIsFoundByItsWholeName() {
    String text = "total_inactive_file_x 5\ninactive_file 7\ntotal_inactive_file 9";
    assertThat(KernelFigures.field(text, "total_inactive_file")).isEqualTo(9);
    assertThat(KernelFigures.field(text, "absent")).isZero();
  }
}
