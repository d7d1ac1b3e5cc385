package dev.jubelet.cluster.events;

import java.time.Duration;
import java.time.Instant;

/** A few at once, then only as many as come back with time. One owner. */
final class TokenBucket {
  private final double perSecond;
  private final int burst;
  private double tokens;
  private Instant counted;

  TokenBucket(double perSecond, int burst, Instant now) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.counted = now;
  }

  boolean take(Instant now) {
    fill(now);
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }

  /** How long until there is one. */
  Duration untilNext(Instant now) {
    fill(now);
    return tokens >= 1
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((1 - tokens) / perSecond * 1e9));
  }

  private void fill(Instant now) {
    double grown = Duration.between(counted, now).toNanos() / 1e9 * perSecond;
    tokens = Math.min(burst, tokens + Math.max(0, grown));
    counted = now;
  }
}
