package dev.jubelet.engine.image;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets pulls begin in the order in which they were asked for, and not too many. */
final class PullQueue {
  /** Pulls may be slow and many wait behind each other; who waits longer than this asks again. */
  static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Semaphore free;
  private final @Nullable PullRate rate;
  private final NodeTime time;

  PullQueue(PullLimits limits, NodeTime time) {
    this.free = new Semaphore(limits.together(), true);
    this.rate = limits.perSecond() > 0 ? new PullRate(limits.perSecond(), limits.burst()) : null;
    this.time = time;
  }

  <T> T during(Supplier<T> pull) {
    try {
      if (!free.tryAcquire(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new OutsideFailure(
            FailureKind.EXHAUSTED, "waited " + LONGEST_WAIT.toMinutes() + " min for a free pull");
      }
      try {
        if (rate != null) {
          await(rate.take(time.now()));
        }
        return pull.get();
      } finally {
        free.release();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the node is stopping", ended);
    }
  }

  /** On the node's clock, whatever happens to the machine's. */
  private void await(Duration turn) throws InterruptedException {
    if (turn.isZero()) {
      return;
    }
    if (turn.compareTo(LONGEST_WAIT) > 0) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED,
          "more pulls are waiting than may start within " + LONGEST_WAIT.toMinutes() + " min");
    }
    CountDownLatch due = new CountDownLatch(1);
    NodeTime.Alarm alarm = time.after(turn, due::countDown);
    try {
      if (!due.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new OutsideFailure(FailureKind.INTERNAL, "the wait for a pull was never woken");
      }
    } finally {
      alarm.cancel();
    }
  }
}
