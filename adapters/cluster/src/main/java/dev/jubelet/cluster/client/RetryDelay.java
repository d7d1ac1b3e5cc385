package dev.jubelet.cluster.client;

import dev.jubelet.ports.Dice;
import java.time.Duration;
import java.time.Instant;

/**
 * How long to wait before the next attempt: twice as long each time, from 0.8 s to 30 s, of which
 * chance takes up to a half so that nodes do not come all at once. Calm makes it forget.
 */
public final class RetryDelay {
  static final Duration FIRST = Duration.ofMillis(800);
  static final Duration LONGEST = Duration.ofSeconds(30);
  static final Duration CALM = Duration.ofMinutes(2);

  private final Dice dice;
  private Duration next = FIRST;
  private Instant last = Instant.MIN;

  public RetryDelay(Dice dice) {
    this.dice = dice;
  }

  public synchronized Duration afterFailure(Instant now) {
    if (last.isBefore(now.minus(CALM))) {
      forget();
    }
    last = now;
    Duration whole = next;
    next = whole.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : whole.multipliedBy(2);
    return whole.minusNanos((long) (whole.toNanos() / 2.0 * dice.next()));
  }

  /** Things went well for long enough that a failure is news again. */
  public synchronized void forget() {
    next = FIRST;
  }
}
