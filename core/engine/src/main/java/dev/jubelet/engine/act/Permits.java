package dev.jubelet.engine.act;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Bounds how many of a costly kind of work are under way together. */
public final class Permits {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final String what;
  private final Semaphore free;

  public Permits(String what, int most) {
    this.what = what;
    this.free = new Semaphore(most, true);
  }

  public <T> T during(Supplier<T> work) {
    try {
      if (!free.tryAcquire(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new OutsideFailure(
            FailureKind.EXHAUSTED, "waited " + LONGEST_WAIT.toMinutes() + " min for " + what);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the node is stopping", ended);
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }
}
