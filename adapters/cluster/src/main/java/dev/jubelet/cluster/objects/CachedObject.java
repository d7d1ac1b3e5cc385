package dev.jubelet.cluster.objects;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Something outside of which we learn: unknown at first, then there, or known to be missing. What
 * was learned holds until something else is, however long the server is away.
 */
final class CachedObject<T> {
  private final Duration patience;
  private boolean known;
  private boolean missed;
  private @Nullable T value;
  private String problem = "";

  /**
   * @param patience how long who asks waits for what is on its way
   */
  CachedObject(Duration patience) {
    this.patience = patience;
  }

  /**
   * @param now null when there is none
   * @return whether somebody has acted on something else, or without it
   */
  synchronized boolean is(@Nullable T now) {
    boolean news = known ? !Objects.equals(value, now) : missed;
    known = true;
    missed = false;
    problem = "";
    value = now;
    notifyAll();
    return news;
  }

  /** It could not be learned; who asks before it is known gets this to hear. */
  synchronized void trouble(String why) {
    problem = why;
    notifyAll();
  }

  /** What is known, if anything is. */
  synchronized Optional<T> soFar() {
    return Optional.ofNullable(value);
  }

  /**
   * Waits for the first knowledge, but only once: who comes after a failure is told when it is
   * worth asking again.
   *
   * @param otherwise what a failure says when nobody knows more
   */
  synchronized Optional<T> ask(String otherwise) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (!known && !missed && problem.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    if (!known) {
      missed = true;
      throw new OutsideFailure(FailureKind.UNAVAILABLE, problem.isEmpty() ? otherwise : problem);
    }
    return Optional.ofNullable(value);
  }
}
