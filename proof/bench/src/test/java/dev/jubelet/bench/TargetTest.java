package dev.jubelet.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetTest {
  @Test
  void ratiosAreOfMediansAndOfTheBestRawConcurrency() {
    List<Target> targets = Target.of(SampleResults.of(110, 5));
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
    Results none =
        new Results(
            "containerd 1.2.3",
            SampleResults.of(1, 1).day(),
            null,
            null,
            SampleResults.of(1, 1).rest(),
            null,
            null);
    assertThat(Target.of(none)).hasSize(2);
  }
}
