package dev.jubelet.simulator;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.TimelineStep;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Whoever is told to be ready has a timeline, and its phases add up to the time of its start. */
final class TimelineRules {
  private final Function<PodUid, Optional<PodTimeline>> timelines;
  private final Set<PodUid> onceRemoved = new HashSet<>();

  TimelineRules(Function<PodUid, Optional<PodTimeline>> timelines) {
    this.timelines = timelines;
  }

  void removed(PodUid uid) {
    onceRemoved.add(uid);
  }

  void published(Pod pod, PodStatus status) {
    boolean ready =
        status.conditions().stream()
            .anyMatch(c -> c.type().equals("Ready") && c.status() == ConditionStatus.TRUE);
    if (!ready) {
      return;
    }
    Optional<PodTimeline> known = timelines.apply(pod.uid());
    BrokenInvariant.unless(known.isPresent(), "no timeline of " + pod.uid());
    known.ifPresent(timeline -> {
      // Who came back under the same UID may have begun anew before this was told.
      BrokenInvariant.unless(
          timeline.state() != PodTimeline.State.STARTING || onceRemoved.contains(pod.uid()),
          pod.uid() + " is ready, and its timeline waits for " + timeline.waits());
      addsUp(timeline);
    });
  }

  private static void addsUp(PodTimeline timeline) {
    Duration sum = timeline.phases().values().stream().reduce(Duration.ZERO, Duration::plus);
    BrokenInvariant.unless(
        sum.equals(timeline.total())
            && timeline.phases().values().stream().noneMatch(Duration::isNegative),
        "the phases of " + timeline.uid() + " do not add up to " + timeline.total());
    for (TimelineStep step : timeline.steps()) {
      Instant end = step.end();
      BrokenInvariant.unless(
          !step.begin().isBefore(timeline.seen())
              && (end == null || (!end.isBefore(step.begin()) && !end.isAfter(timeline.until()))),
          "a step out of the time of " + timeline.uid() + ": " + step);
    }
  }
}
