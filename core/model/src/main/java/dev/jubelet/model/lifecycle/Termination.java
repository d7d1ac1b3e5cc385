package dev.jubelet.model.lifecycle;

import java.time.Duration;
import java.time.Instant;

/** Why and how a pod ends. The grace lives here, so that only a pod that ends has one. */
public record Termination(Cause cause, Instant askedAt, Duration grace, String message) {
  public enum Cause {
    /** Its source does not want it any more. */
    REMOVED,
    /** All its containers are done for good. */
    COMPLETED,
    DEADLINE_EXCEEDED,
    EVICTED,
    /** Known to the runtime or the disk only. */
    ORPHANED
  }

  /** A grace period only ever gets shorter, and the first cause stays the cause. */
  public Termination shortenedTo(Duration other) {
    return other.compareTo(grace) < 0 ? new Termination(cause, askedAt, other, message) : this;
  }

  /** What is left of the grace now; never negative. */
  public Duration remaining(Instant now) {
    Duration left = Duration.between(now, askedAt.plus(grace));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
