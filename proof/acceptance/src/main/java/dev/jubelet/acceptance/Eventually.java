package dev.jubelet.acceptance;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what others bring about. */
public final class Eventually {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(25);

  private Eventually() {}

  /**
   * @param what completes the sentence "within 5 s …"
   * @param seen describes how things are, for the message when the time is over
   */
  public static void until(
      String what, Duration deadline, BooleanSupplier condition, Supplier<String> seen) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not within %.1f s: %s%n%s".formatted(deadline.toMillis() / 1000.0, what, seen.get()));
      }
      pause(LOOK_AGAIN);
    }
  }

  public static void until(String what, Duration deadline, BooleanSupplier condition) {
    until(what, deadline, condition, () -> "");
  }

  public static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
