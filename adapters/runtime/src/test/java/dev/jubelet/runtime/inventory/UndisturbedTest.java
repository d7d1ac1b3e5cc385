package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class UndisturbedTest {
  @Test
  void workIsNotInterruptedAndItsCallerStillIs() {
    AtomicBoolean disturbed = new AtomicBoolean(true);
    Thread.currentThread().interrupt();
    Undisturbed.run(() -> disturbed.set(Thread.currentThread().isInterrupted()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(disturbed).isFalse();
  }

  @Test
  void alsoIfItFails() {
    Thread.currentThread().interrupt();
    assertThatIllegalStateException()
        .isThrownBy(() ->
            Undisturbed.run(() -> {
              throw new IllegalStateException();
            }));
    assertThat(Thread.interrupted()).isTrue();
    Undisturbed.run(() -> {});
    assertThat(Thread.interrupted()).isFalse();
  }
}
