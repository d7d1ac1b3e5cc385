package dev.jubelet.cri;

import java.time.Duration;
import java.util.OptionalLong;

/** Tells a slow pull from a dead one. */
final class PullProgress {
  private final Duration patience;
  private OptionalLong mark = OptionalLong.empty();
  private Duration changedAt;

  PullProgress(Duration patience, Duration begunAt) {
    this.patience = patience;
    this.changedAt = begunAt;
  }

  /** Where nothing can be seen, nothing is called dead. */
  boolean stalled(OptionalLong newMark, Duration now) {
    if (newMark.isEmpty() || !newMark.equals(mark)) {
      mark = newMark;
      changedAt = now;
      return false;
    }
    return now.minus(changedAt).compareTo(patience) >= 0;
  }
}
