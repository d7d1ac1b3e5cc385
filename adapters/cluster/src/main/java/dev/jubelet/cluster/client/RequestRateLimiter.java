package dev.jubelet.cluster.client;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/** How many requests may go out in a second, and how many at once after a pause. */
public final class RequestRateLimiter {
  private final NodeTime time;
  private final double perSecond;
  private final int burst;
  private double permits;
  private Instant counted;

  /**
   * @param perSecond nothing is held up where it is not above zero
   */
  public RequestRateLimiter(NodeTime time, double perSecond, int burst) {
    this.time = time;
    this.perSecond = perSecond;
    this.burst = Math.max(1, burst);
    this.permits = this.burst;
    this.counted = time.now();
  }

  public static RequestRateLimiter unlimited(NodeTime time) {
    return new RequestRateLimiter(time, 0, 1);
  }

  /** Returns when the next request may go out. */
  void await() throws InterruptedException {
    Duration wait = taken();
    if (wait.isPositive()) {
      CountDownLatch bell = new CountDownLatch(1);
      NodeTime.Alarm alarm = time.after(wait, bell::countDown);
      try {
        bell.await();
      } finally {
        alarm.cancel();
      }
    }
  }

  /** Takes a permit that may only come later, and tells when. */
  private synchronized Duration taken() {
    if (perSecond <= 0) {
      return Duration.ZERO;
    }
    Instant now = time.now();
    double grown = Duration.between(counted, now).toNanos() / 1e9 * perSecond;
    permits = Math.min(burst, permits + grown) - 1;
    counted = now;
    return permits >= 0
        ? Duration.ZERO
        : Duration.ofNanos((long) Math.ceil(-permits / perSecond * 1e9));
  }
}
