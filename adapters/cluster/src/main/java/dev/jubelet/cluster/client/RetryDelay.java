package dev.jubelet.cluster.client;

import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.ports.Jitter;
import java.time.Duration;
import java.time.Instant;

/**
 * How long to wait before the next attempt: twice as long each time, from 0.8 s to 30 s, of which
 * chance takes up to a half so that nodes do not come all at once. Calm makes it forget.
 */
public final class RetryDelay {
  static final Duration FIRST = Duration.ofMillis(800);
  private static final RetryBackoff BACKOFF = new RetryBackoff(FIRST, Duration.ofSeconds(30), 0.5);
  private static final Duration CALM = Duration.ofMinutes(2);

  private final Jitter jitter;
  private int failures;
  private Instant last = Instant.MIN;

  public RetryDelay(Jitter jitter) {
    this.jitter = jitter;
  }

  public synchronized Duration afterFailure(Instant now) {
    if (last.isBefore(now.minus(CALM))) {
      forget();
    }
    last = now;
    failures++;
    return BACKOFF.after(failures, jitter.next());
  }

  /** Things went well for long enough that a failure is news again. */
  public synchronized void forget() {
    failures = 0;
  }
}
