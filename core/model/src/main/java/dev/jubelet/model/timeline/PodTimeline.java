package dev.jubelet.model.timeline;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When and why each step of a pod's start happened, by the machine's clock as it was when the pod
 * was seen. Times have whole microseconds, so that sums are exact.
 *
 * @param seen when the node first heard of the pod
 * @param until when it was ready, when it began to end without that, or the moment of the question
 * @param waits what it waits for now; empty when its start is over
 * @param leftOut steps that are not listed because there were too many
 * @param phases all of them; they add up to the time from {@code seen} until {@code until}
 */
public record PodTimeline(
    PodUid uid,
    PodName name,
    State state,
    Instant seen,
    Instant until,
    String waits,
    List<TimelineStep> steps,
    int leftOut,
    Map<StartPhase, Duration> phases) {
  public PodTimeline {
    steps = List.copyOf(steps);
    phases = Ordered.copyOf(phases);
  }

  /** How far the start has come. */
  public enum State {
    STARTING,
    READY,
    /** Before it was ready. */
    ENDED
  }

  public @Nullable Instant ready() {
    return state == State.READY ? until : null;
  }

  public Duration total() {
    return Duration.between(seen, until);
  }
}
