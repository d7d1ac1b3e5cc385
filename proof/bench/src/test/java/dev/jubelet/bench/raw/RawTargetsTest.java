package dev.jubelet.bench.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.bench.report.Picture;
import dev.jubelet.bench.report.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RawTargetsTest {
  @Test
  void ratiosAreOfMediansAndOfTheBestRawConcurrency() {
    List<Target> targets = SampleResults.of(110, 5).targets();
    assertThat(targets.stream().map(Target::valueText))
        .containsExactly("1.10 ×", "1.25 ×", "1.20 %", "120 MiB", "500 ms", "900 ms");
    assertThat(targets.stream().map(Target::met))
        .containsExactly(true, false, false, true, true, true);
  }

  @Test
  void exactlyTheLimitIsMet() {
    assertThat(new Target("x", 1.15, 1.15, "%.2f").met()).isTrue();
  }

  @Test
  void whatWasNotMeasuredHasNoTarget() {
    assertThat(SampleResults.rest().targets()).hasSize(2);
  }

  @Test
  void thePictureHasTheSameRatios() {
    assertThat(SampleResults.of(110, 5).bars())
        .flatExtracting(Picture.Group::bars)
        .extracting(Picture.Bar::most)
        .containsExactly(1.0, 1.1, 4.0, 1.0, 1.25, 2.5);
  }
}
