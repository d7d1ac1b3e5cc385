package dev.jubelet.cluster.client;

import java.time.Duration;
import java.time.Instant;

/** A few at once, then only as many as come back with time. One owner. */
public final class TokenBucket {
  private final double perSecond;
  private final int burst;
  private double tokens;
  private Instant counted;

  public TokenBucket(double perSecond, int burst, Instant now) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.counted = now;
  }

  public boolean take(Instant now) {
    fill(now);
    if (tokens < 1) {
      return false;
    }
    tokens -= 1;
    return true;
  }

  /** How long until there is one. */
  public Duration untilNext(Instant now) {
    fill(now);
    return until(1);
  }

  /** Takes one that may only come later, and tells when. */
  Duration reserve(Instant now) {
    fill(now);
    tokens -= 1;
    return until(0);
  }

  private Duration until(int wanted) {
    return tokens >= wanted
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil((wanted - tokens) / perSecond * 1e9));
  }

  private void fill(Instant now) {
    double grown = Duration.between(counted, now).toNanos() / 1e9 * perSecond;
    tokens = Math.min(burst, tokens + Math.max(0, grown));
    counted = now;
  }
}
