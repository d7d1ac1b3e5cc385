package dev.jubelet.runtime.inventory;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Who may change one thing. Whoever wants to waits for its turn, but not for ever. */
public final class EntryLock {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ReentrantLock lock = new ReentrantLock(true);
  private final String of;

  public EntryLock(String of) {
    this.of = of;
  }

  public <T> T take(Supplier<T> work) {
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.TIMED_OUT, "something else is being done to " + of + " all the time");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted before " + of, stopped);
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  public void run(Runnable work) {
    Object _ =
        take(() -> {
          work.run();
          return of;
        });
  }
}
