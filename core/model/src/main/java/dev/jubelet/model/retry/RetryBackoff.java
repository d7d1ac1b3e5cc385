package dev.jubelet.model.retry;

import java.time.Duration;

/**
 * Exponential backoff: the pause after the first failure is {@code first}, and each further failure
 * in a row doubles it, up to {@code longest}. Whoever retries counts the failures.
 *
 * @param jitter the share of a pause that chance may take away, from 0 to 1, so that many who
 *     failed together do not come back together
 */
public record RetryBackoff(Duration first, Duration longest, double jitter) {
  private static final int DOUBLINGS_MAX = 30;

  public RetryBackoff(Duration first, Duration longest) {
    this(first, longest, 0);
  }

  /** The whole pause after so many failures in a row, the latest one included. */
  public Duration after(int failures) {
    int doublings = Math.clamp(failures - 1L, 0, DOUBLINGS_MAX);
    Duration pause = first.multipliedBy(1L << doublings);
    return pause.compareTo(longest) > 0 ? longest : pause;
  }

  /**
   * The pause of which chance has taken its part.
   *
   * @param chance evenly spread in [0, 1)
   */
  public Duration after(int failures, double chance) {
    Duration whole = after(failures);
    return whole.minusNanos((long) (whole.toNanos() * jitter * chance));
  }
}
