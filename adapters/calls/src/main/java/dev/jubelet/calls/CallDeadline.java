package dev.jubelet.calls;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** When a call has to be over, with all that belongs to it. */
record CallDeadline(long nanos, Duration timeout) {
  static CallDeadline after(Duration timeout) {
    return new CallDeadline(System.nanoTime() + timeout.toNanos(), timeout);
  }

  boolean passed() {
    return System.nanoTime() - nanos >= 0;
  }

  Duration left() throws SocketTimeoutException {
    long left = nanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("no time left of " + timeout);
    }
    return Duration.ofNanos(left);
  }

  /** Rounded up: zero would mean for ever. */
  int millisLeft() throws SocketTimeoutException {
    return (int) Math.min(Integer.MAX_VALUE, left().toMillis() + 1);
  }
}
