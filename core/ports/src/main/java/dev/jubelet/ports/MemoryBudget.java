package dev.jubelet.ports;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that one kind of outside input may hold at once, in the whole process. A limit for
 * each item is not enough: a thousand items, each within its limit, would still end the process.
 */
public final class MemoryBudget {
  private final String kind;
  private final long limit;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();
  private long used;

  /** The kind is for messages and reads as a subject: "API objects", "answers to HTTP clients". */
  public MemoryBudget(String kind, long limit) {
    if (limit <= 0) {
      throw new IllegalArgumentException(kind + ": a budget needs a limit above 0, not " + limit);
    }
    this.kind = kind;
    this.limit = limit;
  }

  public String kind() {
    return kind;
  }

  public long limit() {
    return limit;
  }

  public long used() {
    lock.lock();
    try {
      return used;
    } finally {
      lock.unlock();
    }
  }

  /** A share that holds nothing yet. Whoever opens it closes it. */
  public Share open() {
    return new Share();
  }

  /** A share that holds this much already. */
  public Share open(long bytes) {
    Share share = new Share();
    share.take(bytes);
    return share;
  }

  /** What one item holds of the budget. It belongs to one thread at a time. */
  public final class Share implements AutoCloseable {
    private long held;

    private Share() {}

    public long held() {
      return held;
    }

    /** Takes more, or fails with {@link FailureKind#EXHAUSTED} and keeps what it has. */
    public void take(long bytes) {
      take(bytes, Duration.ZERO);
    }

    /** Takes more, and waits for others to give some back for as long as the patience lasts. */
    public void take(long bytes, Duration patience) {
      lock.lock();
      try {
        long left = patience.toNanos();
        while (bytes > limit - used) {
          if (left <= 0 || bytes > limit - held) {
            throw exhausted(bytes);
          }
          left = released.awaitNanos(left);
        }
        used += bytes;
        held += bytes;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new OutsideFailure(
            FailureKind.UNAVAILABLE, kind + ": interrupted while waiting for memory", interrupted);
      } finally {
        lock.unlock();
      }
    }

    /** Gives part of it back, at most what it holds. */
    public void giveBack(long bytes) {
      lock.lock();
      try {
        long given = Math.min(bytes, held);
        held -= given;
        used -= given;
        released.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      giveBack(held);
    }

    private OutsideFailure exhausted(long bytes) {
      return new OutsideFailure(
          FailureKind.EXHAUSTED,
          "%s may use %s of memory on this node: %s are in use, and %s more do not fit"
              .formatted(kind, size(limit), size(used), size(bytes)));
    }
  }

  private static String size(long bytes) {
    return bytes < 10L << 10
        ? bytes + " bytes"
        : bytes < 10L << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
