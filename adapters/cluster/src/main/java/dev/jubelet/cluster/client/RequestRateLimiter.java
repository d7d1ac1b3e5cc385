package dev.jubelet.cluster.client;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** How many requests may go out in a second, and how many at once after a pause. */
public final class RequestRateLimiter {
  private final NodeTime time;
  private final @Nullable TokenBucket bucket;

  /**
   * @param perSecond nothing is held up where it is not above zero
   */
  public RequestRateLimiter(NodeTime time, double perSecond, int burst) {
    this.time = time;
    this.bucket = perSecond > 0 ? new TokenBucket(perSecond, Math.max(1, burst), time.now()) : null;
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

  private synchronized Duration taken() {
    return bucket == null ? Duration.ZERO : bucket.reserve(time.now());
  }
}
