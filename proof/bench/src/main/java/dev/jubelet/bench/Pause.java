package dev.jubelet.bench;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting for what others bring about. */
final class Pause {
  private Pause() {}

  static void of(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    }
  }

  /**
   * @param what completes the sentence "not within 60 s: …"
   */
  static void until(String what, Duration deadline, Duration step, BooleanSupplier condition) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new NotMeasured("not within " + deadline.toSeconds() + " s: " + what);
      }
      of(step);
    }
  }
}
