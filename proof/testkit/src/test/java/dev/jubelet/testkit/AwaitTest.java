package dev.jubelet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
  private static final Duration SHORT = Duration.ofMillis(30);

  @Test
  void goesOnOnceTheConditionHolds() {
    AtomicInteger looks = new AtomicInteger();
    Await.until("third look", () -> looks.incrementAndGet() == 3);
    assertThat(looks).hasValue(3);
  }

  @Test
  void saysWhatDidNotHappenAndHowThingsAre() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Await.until("a miracle", SHORT, () -> false, () -> "all as usual"))
        .withMessage("not within 0.0 s: a miracle" + System.lineSeparator() + "all as usual");
  }

  @Test
  void looksOnceMoreWhenTheTimeIsOver() {
    assertThat(Await.within(Duration.ZERO, () -> true)).isTrue();
    assertThat(Await.within(SHORT, () -> false)).isFalse();
  }

  @Test
  void handsOverTheValueThatAppears() {
    AtomicInteger looks = new AtomicInteger();
    int value =
        Await.value(
            "a value",
            Duration.ofSeconds(20),
            () -> looks.incrementAndGet() < 3 ? Optional.empty() : Optional.of(7));
    assertThat(value).isEqualTo(7);
  }

  @Test
  void failsAtOnceWhenTheLookFails() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            Await.until(
                "a look",
                () -> {
                  throw new IOException("no disk");
                }))
        .withMessageContaining("no disk");
  }

  @Test
  void endsWhenInterrupted() {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Await.until("never", () -> false))
        .withMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
