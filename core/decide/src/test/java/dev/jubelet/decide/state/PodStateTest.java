package dev.jubelet.decide.state;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.plan.PodShapes;
import dev.jubelet.decide.plan.Views;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From one stage of a pod's life to another. */
class PodStateTest {
  private static final Instant T0 = Views.NOW;
  private static final Pod POD = PodShapes.pod("Always", "a");
  private static final Pod NEWER = PodShapes.pod("Always", "a b");
  private static final Termination FIRST =
      new Termination(Termination.Cause.COMPLETED, T0, Duration.ofSeconds(30), "done");
  private static final Termination SECOND =
      new Termination(
          Termination.Cause.REMOVED, T0.plusSeconds(5), Duration.ofSeconds(100), "removed");

  private static final Map<String, PodLifecycle> STATES =
      new TreeMap<>(
          Map.of(
              "Waiting", new PodLifecycle.Waiting(POD, "another"),
              "Syncing", new PodLifecycle.Syncing(POD),
              "Terminating wanted",
                  new PodLifecycle.Terminating(new PodSubject.Known(POD), FIRST, true),
              "Terminating unwanted",
                  new PodLifecycle.Terminating(new PodSubject.Known(POD), FIRST, false),
              "Terminated wanted",
                  new PodLifecycle.Terminated(new PodSubject.Known(POD), FIRST, true),
              "Terminated unwanted",
                  new PodLifecycle.Terminated(new PodSubject.Known(POD), FIRST, false),
              "Finished", new PodLifecycle.Finished(POD.uid())));

  private static final Map<String, PodEvent> EVENTS =
      new TreeMap<>(
          Map.of(
              "updated", new PodEvent.Desired(NEWER),
              "released", new PodEvent.Released(),
              "dismissed", new PodEvent.Dismissed(),
              "ending wanted", new PodEvent.Ending(SECOND, true),
              "ending unwanted", new PodEvent.Ending(SECOND, false),
              "settled", new PodEvent.Settled()));

  private static PodState state(PodLifecycle lifecycle) {
    PodObservation seen = new PodObservation(POD.uid(), POD.fullName(), List.of(), List.of(), T0);
    return new PodState(
        lifecycle, new ActualPodState(seen), PodMemory.EMPTY, Map.of(), true, false);
  }

  private static PodState.Next next(PodState state, PodEvent event) {
    return state.next(event, new Moment(T0, T0, 0, BackoffSchedule.STANDARD));
  }

  private static PodLifecycle next(PodLifecycle lifecycle, PodEvent event) {
    return next(state(lifecycle), event).state().lifecycle();
  }

  private static String words(PodLifecycle state) {
    return switch (state) {
      case PodLifecycle.Waiting waiting ->
          "Waiting" + (waiting.pod().equals(NEWER) ? " newer" : "");
      case PodLifecycle.Syncing syncing ->
          "Syncing" + (syncing.pod().equals(NEWER) ? " newer" : "");
      case PodLifecycle.Terminating ending ->
          "Terminating " + (ending.wanted() ? "wanted" : "unwanted");
      case PodLifecycle.Terminated ended ->
          "Terminated " + (ended.wanted() ? "wanted" : "unwanted");
      case PodLifecycle.Finished _ -> "Finished";
    };
  }

  @ParameterizedTest(name = "{0} + {1} → {2}")
  @CsvSource({
    "Waiting,              updated,         Waiting newer",
    "Waiting,              released,        Syncing",
    "Waiting,              ending wanted,   Terminating wanted",
    "Waiting,              ending unwanted, Terminating unwanted",
    "Waiting,              settled,         Waiting",
    "Syncing,              updated,         Syncing newer",
    "Syncing,              released,        Syncing",
    "Syncing,              ending wanted,   Terminating wanted",
    "Syncing,              ending unwanted, Terminating unwanted",
    "Syncing,              settled,         Syncing",
    "Terminating wanted,   updated,         Terminating wanted",
    "Terminating wanted,   released,        Terminating wanted",
    "Terminating wanted,   ending wanted,   Terminating wanted",
    "Terminating wanted,   ending unwanted, Terminating unwanted",
    "Terminating wanted,   settled,         Terminated wanted",
    "Terminating unwanted, updated,         Terminating unwanted",
    "Terminating unwanted, released,        Terminating unwanted",
    "Terminating unwanted, ending wanted,   Terminating unwanted",
    "Terminating unwanted, ending unwanted, Terminating unwanted",
    "Terminating unwanted, settled,         Terminated unwanted",
    "Terminated wanted,    updated,         Terminated wanted",
    "Terminated wanted,    released,        Terminated wanted",
    "Terminated wanted,    ending wanted,   Terminated wanted",
    "Terminated wanted,    ending unwanted, Terminated unwanted",
    "Terminated wanted,    settled,         Terminated wanted",
    "Terminated unwanted,  updated,         Terminated unwanted",
    "Terminated unwanted,  released,        Terminated unwanted",
    "Terminated unwanted,  ending wanted,   Terminated unwanted",
    "Terminated unwanted,  ending unwanted, Terminated unwanted",
    "Terminated unwanted,  settled,         Finished",
    "Finished,             updated,         Finished",
    "Finished,             released,        Finished",
    "Finished,             ending wanted,   Finished",
    "Finished,             ending unwanted, Finished",
    "Finished,             settled,         Finished",
    "Waiting,              dismissed,       Finished",
    "Syncing,              dismissed,       Syncing",
    "Terminating wanted,   dismissed,       Terminating wanted",
    "Terminated wanted,    dismissed,       Terminated wanted",
    "Finished,             dismissed,       Finished",
  })
  void everyStateAndEvent(String state, String event, String next) {
    PodLifecycle after = next(requireNonNull(STATES.get(state)), requireNonNull(EVENTS.get(event)));
    assertThat(words(after)).isEqualTo(next);
    assertThat(after.uid()).isEqualTo(POD.uid());
  }

  private static int rank(PodLifecycle state) {
    return switch (state) {
      case PodLifecycle.Waiting _ -> 0;
      case PodLifecycle.Syncing _ -> 1;
      case PodLifecycle.Terminating _ -> 2;
      case PodLifecycle.Terminated _ -> 3;
      case PodLifecycle.Finished _ -> 4;
    };
  }

  @Test
  void noSequenceOfEventsLeadsBack() {
    List<PodLifecycle> frontier = List.copyOf(STATES.values());
    for (int step = 0; step < 4; step++) {
      for (PodLifecycle state : frontier) {
        for (PodEvent event : EVENTS.values()) {
          assertThat(rank(next(state, event))).isGreaterThanOrEqualTo(rank(state));
        }
      }
      frontier =
          frontier.stream()
              .flatMap(state -> EVENTS.values().stream().map(event -> next(state, event)))
              .distinct()
              .toList();
    }
  }

  private static Termination after(Termination first, Termination second) {
    PodLifecycle ending = new PodLifecycle.Terminating(new PodSubject.Known(POD), first, false);
    return next(ending, new PodEvent.Ending(second, false)) instanceof PodLifecycle.Terminating next
        ? next.termination()
        : first;
  }

  private static Termination asked(int at, int grace) {
    return new Termination(
        Termination.Cause.EVICTED, T0.plusSeconds(at), Duration.ofSeconds(grace), "evicted");
  }

  @ParameterizedTest(name = "30 s at 0, then {1} s at {0}: {2} s")
  @CsvSource({
    "0,  30, 30",
    "0,  31, 30",
    "0,  29, 29",
    "0, 0, 0",
    "10, 20, 30",
    "10, 30, 30",
    "10, 5, 15",
    "10, 0,  10",
    "40, 5,  30",
    "29, 0,  29",
  })
  void endOnlyEverComesSooner(int at, int grace, int inForce) {
    assertThat(after(FIRST, asked(at, grace)).grace()).isEqualTo(Duration.ofSeconds(inForce));
  }

  @Test
  void firstCauseAndItsMomentStay() {
    Termination next = after(FIRST, asked(10, 5));
    assertThat(next.cause()).isEqualTo(Termination.Cause.COMPLETED);
    assertThat(next.askedAt()).isEqualTo(T0);
    assertThat(next.message()).isEqualTo("done");
  }

  @Test
  void endedPodKeepsItsTermination() {
    PodLifecycle ended = new PodLifecycle.Terminated(new PodSubject.Known(POD), FIRST, true);
    assertThat(next(ended, new PodEvent.Ending(asked(0, 0), false)))
        .isEqualTo(new PodLifecycle.Terminated(new PodSubject.Known(POD), FIRST, false));
  }

  @Test
  void updateKeepsWhatThePodWaitsFor() {
    assertThat(next(new PodLifecycle.Waiting(POD, "another"), new PodEvent.Desired(NEWER)))
        .isEqualTo(new PodLifecycle.Waiting(NEWER, "another"));
  }

  @ParameterizedTest(name = "{0} + {1}: {2}")
  @CsvSource({
    "Waiting,              updated,         Moved",
    "Waiting,              released,        Moved",
    "Waiting,              dismissed,       Moved Finished",
    "Waiting,              settled,         ''",
    "Syncing,              released,        ''",
    "Syncing,              ending wanted,   Moved",
    "Terminating wanted,   ending wanted,   ''",
    "Terminating wanted,   settled,         Moved Ended",
    "Terminating unwanted, settled,         Moved Ended",
    "Terminated wanted,    settled,         ''",
    "Terminated unwanted,  settled,         Moved Finished",
  })
  void whatOthersHear(String state, String event, String notices) {
    PodState before = state(requireNonNull(STATES.get(state)));
    assertThat(
            next(before, requireNonNull(EVENTS.get(event))).notices().stream()
                .map(notice -> notice.getClass().getSimpleName()))
        .containsExactlyElementsOf(notices.isEmpty() ? List.of() : List.of(notices.split(" ", -1)));
  }

  @Test
  void passedDeadlineIsToldOnce() {
    PodEvent passed = new PodEvent.DeadlinePassed("too long");
    PodState.Next first = next(state(new PodLifecycle.Syncing(POD)), passed);
    assertThat(first.notices()).containsExactly(new PodNotice.Overdue("too long"));
    assertThat(next(first.state(), passed).notices()).isEmpty();
  }

  @Test
  void podThatEndsHasNothingToRetry() {
    Retry retry = new Retry(T0, T0.plusSeconds(9), new WaitingReason("R", "m"), null);
    PodState failed =
        state(new PodLifecycle.Syncing(POD)).with(PodMemory.EMPTY.failed("cgroup", retry));
    PodState ending = next(failed, new PodEvent.Ending(FIRST, false)).state();
    assertThat(ending.memory().retries()).isEmpty();
    PodState failedAgain = ending.with(ending.memory().failed("unmount", retry));
    assertThat(next(failedAgain, new PodEvent.Ending(SECOND, false)).state().memory().retries())
        .as("what failed on the way down is tried again later")
        .containsOnlyKeys("unmount");
  }
}
