package dev.jubelet.engine.image;

import java.time.Duration;
import java.time.Instant;

/** A token bucket that says how long to wait instead of refusing. */
final class PullRate {
  private final Duration interval;
  private final Duration credit;
  private Instant due = Instant.MIN;

  PullRate(int perSecond, int burst) {
    this.interval = Duration.ofNanos(1_000_000_000L / perSecond);
    this.credit = interval.multipliedBy(Math.max(0, burst - 1));
  }

  /** Takes the next place; the answer is how long it is until then. */
  synchronized Duration take(Instant now) {
    Instant mine = due.isAfter(now) ? due : now;
    due = mine.plus(interval);
    Duration wait = Duration.between(now, mine.minus(credit));
    return wait.isNegative() ? Duration.ZERO : wait;
  }
}
