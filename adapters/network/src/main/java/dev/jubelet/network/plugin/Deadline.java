package dev.jubelet.network.plugin;

import java.time.Duration;

/** When something must be over, on a clock that never jumps. */
public record Deadline(long at, Duration whole) {
  public static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos(), time);
  }

  public Duration left() {
    return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
  }

  public boolean over() {
    return at - System.nanoTime() <= 0;
  }
}
