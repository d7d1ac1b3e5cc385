package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class UninterruptedTest {
  @Test
  void workIsNotInterruptedAndItsCallerStillIs() {
    AtomicBoolean disturbed = new AtomicBoolean(true);
    Thread.currentThread().interrupt();
    Uninterrupted.run(() -> disturbed.set(Thread.currentThread().isInterrupted()));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(disturbed).isFalse();
  }

  @Test
  void alsoIfItFails() {
    Thread.currentThread().interrupt();
    assertThatIllegalStateException()
        .isThrownBy(() ->
            Uninterrupted.run(() -> {
              throw new IllegalStateException();
            }));
    assertThat(Thread.interrupted()).isTrue();
    Uninterrupted.run(() -> {});
    assertThat(Thread.interrupted()).isFalse();
  }
}
