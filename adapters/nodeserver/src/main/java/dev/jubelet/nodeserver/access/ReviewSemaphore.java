package dev.jubelet.nodeserver.access;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Few questions at a time: a flood of strangers must not become a flood at the API server. */
final class ReviewSemaphore {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Semaphore free;

  ReviewSemaphore(int atOnce) {
    free = new Semaphore(atOnce, true);
  }

  <T> T take(Supplier<T> question) {
    try {
      if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.EXHAUSTED, "too many access reviews are waiting for an answer");
      }
    } catch (InterruptedException clientGone) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted", clientGone);
    }
    try {
      return question.get();
    } finally {
      free.release();
    }
  }
}
