package dev.jubelet.decide.state;

import dev.jubelet.decide.restart.BackoffSchedule;
import java.time.Duration;
import java.time.Instant;

/**
 * What the next state depends on beside the event.
 *
 * @param now on our own clock, which never jumps
 * @param wall what the machine's clock shows, for times that others wrote down
 * @param jitter in [0, 1), so that many failures do not come back together
 */
public record Moment(Instant now, Instant wall, double jitter, BackoffSchedule crashSchedule) {

  /** The machine's clock may have been set since: nothing has happened in the future. */
  Instant onOurClock(Instant told) {
    Duration ago = Duration.between(told, wall);
    boolean unknown = told.equals(Instant.EPOCH) || ago.isNegative();
    return unknown ? now : now.minus(ago);
  }
}
