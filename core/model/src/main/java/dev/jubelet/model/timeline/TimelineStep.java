package dev.jubelet.model.timeline;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a pod's start.
 *
 * @param container empty for what concerns the whole pod
 * @param end null while it is under way
 * @param outcome empty while it is under way
 */
public record TimelineStep(
    String name,
    String container,
    StartPhase phase,
    String why,
    Instant begin,
    @Nullable Instant end,
    String outcome) {

  public TimelineStep ended(Instant at, String how) {
    return new TimelineStep(name, container, phase, why, begin, at, how);
  }

  public TimelineStep beginning(Instant at) {
    return new TimelineStep(name, container, phase, why, at, end, outcome);
  }

  /** The same on another clock. */
  public TimelineStep shifted(Duration by) {
    return new TimelineStep(
        name, container, phase, why, begin.plus(by), end == null ? null : end.plus(by), outcome);
  }
}
