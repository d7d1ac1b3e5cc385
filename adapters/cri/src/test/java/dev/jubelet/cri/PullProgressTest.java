package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PullProgressTest {
  private final PullProgress progress =
      new PullProgress(Duration.ofSeconds(60), Duration.ofSeconds(1000));

  private boolean stalledAt(int second, long mark) {
    return progress.stalled(OptionalLong.of(mark), Duration.ofSeconds(1000 + second));
  }

  @Test
  void givesUpOnceNothingHasChangedForTheWholePatience() {
    assertThat(stalledAt(10, 5)).isFalse();
    assertThat(stalledAt(69, 5)).isFalse();
    assertThat(stalledAt(70, 5)).isTrue();
  }

  @Test
  void everyChangeBeginsAnew() {
    assertThat(stalledAt(10, 5)).isFalse();
    assertThat(stalledAt(60, 6)).isFalse();
    assertThat(stalledAt(110, 6)).isFalse();
    assertThat(stalledAt(120, 6)).isTrue();
  }

  @Test
  void isPatientWithRuntimesThatDoNotCount() {
    assertThat(stalledAt(10, 5)).isFalse();
    assertThat(progress.stalled(OptionalLong.empty(), Duration.ofHours(2))).isFalse();
    assertThat(progress.stalled(OptionalLong.empty(), Duration.ofHours(3))).isFalse();
  }
}
