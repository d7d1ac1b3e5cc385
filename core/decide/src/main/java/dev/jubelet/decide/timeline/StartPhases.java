package dev.jubelet.decide.timeline;

import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shares the time of a start out among its phases, every moment to exactly one of them.
 *
 * <p>Steps go side by side, and only some of them held the pod up. Those are found backwards: the
 * end waited for the step that ended last before it, that step began because of the one that ended
 * last before its begin, and so on to the moment at which the pod was seen. What lies between two
 * of them is queue. A step that ended while the pod waited for another one cost nothing.
 */
public final class StartPhases {
  private StartPhases() {}

  /**
   * @param waiting whether the pod still waits at {@code until}: then it is for the steps under way
   */
  public static Map<StartPhase, Duration> of(
      Instant seen, Instant until, boolean waiting, List<TimelineStep> steps) {
    Map<StartPhase, Duration> phases = new EnumMap<>(StartPhase.class);
    for (StartPhase phase : StartPhase.values()) {
      phases.put(phase, Duration.ZERO);
    }
    Instant at = until;
    while (at.isAfter(seen)) {
      TimelineStep cause = lastEnded(seen, at, waiting ? until : null, steps);
      if (cause == null) {
        add(phases, StartPhase.QUEUE, seen, at);
        break;
      }
      Instant end = cause.end() == null ? until : cause.end();
      Instant begin = later(cause.begin(), seen);
      add(phases, StartPhase.QUEUE, end, at);
      add(phases, cause.phase(), begin, end);
      at = begin;
    }
    return phases;
  }

  /** Of several that ended together the one that took longest. */
  private static @Nullable TimelineStep lastEnded(
      Instant seen, Instant at, @Nullable Instant endOfOpen, List<TimelineStep> steps) {
    TimelineStep last = null;
    Instant lastEnd = seen;
    for (TimelineStep step : steps) {
      Instant end = step.end() == null ? endOfOpen : step.end();
      // A step without any duration tells nothing of where the time went.
      if (end == null || end.isAfter(at) || !end.isAfter(seen) || !step.begin().isBefore(end)) {
        continue;
      }
      boolean better =
          last == null
              || end.isAfter(lastEnd)
              || (end.equals(lastEnd) && step.begin().isBefore(last.begin()));
      if (better) {
        last = step;
        lastEnd = end;
      }
    }
    return last;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static void add(
      Map<StartPhase, Duration> phases, StartPhase phase, Instant from, Instant to) {
    phases.merge(phase, Duration.between(from, to), Duration::plus);
  }
}
