package dev.jubelet.model.timeline;

import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
public record TimelineStep(
    String name,
    String container,
    StartPhase phase,
    String why,
    Instant begin,
    @Nullable Instant end,
    String outcome) {

  public TimelineStep ended(Instant at, String how) {
    return TimelineStepBuilder.builder(this).end(at).outcome(how).build();
  }

  public TimelineStep beginning(Instant at) {
    return TimelineStepBuilder.builder(this).begin(at).build();
  }

  /** The same on another clock. */
  public TimelineStep shifted(Duration by) {
    return TimelineStepBuilder.builder(this)
        .begin(begin.plus(by))
        .end(end == null ? null : end.plus(by))
        .build();
  }
}
