package dev.jubelet.decide.restart;

import dev.jubelet.model.retry.RetryBackoff;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The Kubernetes back-off: the first retry is free, then {@code first} doubling up to {@code most}.
 * What went well for twice {@code most} is forgiven.
 */
public record BackoffSchedule(Duration first, Duration most) {
  public static final BackoffSchedule STANDARD =
      new BackoffSchedule(Duration.ofSeconds(10), Duration.ofSeconds(300));

  /** When the next try may happen after a failure at {@code failedAt}; never later than needed. */
  public Instant nextStart(@Nullable Backoff current, Instant failedAt) {
    return current == null || forgiven(current, failedAt)
        ? failedAt
        : failedAt.plus(current.delay());
  }

  /** The back-off that is in force once a try has been made at {@code now}. */
  public Backoff afterTry(@Nullable Backoff current, Instant failedAt, Instant now) {
    if (current == null || forgiven(current, failedAt)) {
      return new Backoff(min(first, most), now);
    }
    return new Backoff(min(current.delay().multipliedBy(2), most), now);
  }

  /**
   * The back-off of something that was retried before we could remember it, as after a restart of
   * ours: as if all its tries had come in a row, so that a crash loop does not begin anew.
   */
  public @Nullable Backoff assumed(int triesSoFar, Instant lastTryAt) {
    if (triesSoFar <= 0) {
      return null;
    }
    return new Backoff(new RetryBackoff(first, most).after(triesSoFar), lastTryAt);
  }

  private boolean forgiven(Backoff current, Instant failedAt) {
    return Duration.between(current.since(), failedAt).compareTo(most.multipliedBy(2)) > 0;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
