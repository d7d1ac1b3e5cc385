package dev.jubelet.testkit.runtime;

import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** The manual time of a fake runtime: waiting for it moves the clock. */
public record FakeRuntimeTime(ManualTime time, FakeRuntime fake) {
  private static final Duration STEP = Duration.ofMillis(20);

  /** Lets time pass until the condition holds; false when it does not within the limit. */
  public boolean await(BooleanSupplier condition, Duration limit) {
    pass(fake.drainLatency());
    Instant end = time.now().plus(limit);
    while (!condition.getAsBoolean()) {
      if (!time.now().isBefore(end)) {
        return false;
      }
      pass(fake.drainLatency().plus(STEP));
      // Threads that follow events need real time, if only a little.
      Await.pause(Duration.ofMillis(1));
    }
    return true;
  }

  private void pass(Duration duration) {
    time.advance(duration);
    fake.advance(time.now());
  }
}
