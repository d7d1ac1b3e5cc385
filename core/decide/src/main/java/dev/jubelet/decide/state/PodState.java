package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that is known of one pod. It changes in one place only: {@link #next}, a pure function of the
 * state, an event and the moment.
 *
 * @param inFlight actions under way, by key
 * @param networkReady whether the runtime can give sandboxes a network
 * @param overdue whether it was told that the pod's time is up
 */
public record PodState(
    PodLifecycle lifecycle,
    ActualPodState actual,
    PodMemory memory,
    Map<String, Action> inFlight,
    boolean networkReady,
    boolean overdue) {
  public PodState {
    inFlight = Ordered.copyOf(inFlight);
  }

  /** The state that an event leads to, and what others have to hear of it, in that order. */
  public record Next(PodState state, List<PodNotice> notices) {
    public Next {
      notices = List.copyOf(notices);
    }

    private Next and(PodNotice notice) {
      List<PodNotice> all = new ArrayList<>(notices);
      all.add(notice);
      return new Next(state, all);
    }
  }

  /**
   * @param first what the runtime is known to have of the pod
   */
  public static PodState first(
      PodLifecycle lifecycle, PodObservation first, boolean networkReady, Moment moment) {
    PodMemory memory =
        PodMemory.EMPTY.activeSince(ObservationNotes.began(lifecycle, first, moment));
    return new PodState(lifecycle, new ActualPodState(first), memory, Map.of(), networkReady, false)
        .noting(moment);
  }

  public PodObservation observed() {
    return actual.observed();
  }

  /** Whether the runtime has to be looked at, and nothing is under way that a look would miss. */
  public boolean needsLook() {
    return actual.lookAgain()
        && inFlight.values().stream().allMatch(action -> action.touches().isEmpty());
  }

  public Next next(PodEvent event, Moment moment) {
    return switch (event) {
      case PodEvent.Desired desired -> updated(desired.pod());
      case PodEvent.Resizing resizing -> {
        Next next = updated(resizing.pod());
        PodMemory told = next.state().memory();
        yield new Next(next.state().with(told.resize(standing(told, resizing))), next.notices());
      }
      case PodEvent.Released _ -> moved(released());
      case PodEvent.Ending ending -> moved(ending(ending.termination(), ending.wanted()));
      case PodEvent.Dismissed _ ->
          lifecycle instanceof PodLifecycle.Waiting waiting
              ? moved(new PodLifecycle.Finished(waiting.uid())).and(new PodNotice.Finished())
              : same();
      case PodEvent.Settled _ -> settled();
      case PodEvent.DeadlinePassed passed ->
          overdue
              ? same()
              : told(new PodState(lifecycle, actual, memory, inFlight, networkReady, true))
                  .and(new PodNotice.Overdue(passed.message()));
      case PodEvent.Observed seen ->
          told(with(actual.looked(seen.observation(), inFlight.values())).noting(moment));
      case PodEvent.Looking _ -> told(with(actual.looking()));
      case PodEvent.ActionBegun begun -> told(begun(begun.action(), begun.at()));
      case PodEvent.ActionEnded ended -> ended(ended, moment);
      case PodEvent.NetworkReady network ->
          told(new PodState(lifecycle, actual, memory, inFlight, network.ready(), overdue));
      case PodEvent.ObjectsChanged changed ->
          lifecycle instanceof PodLifecycle.Syncing syncing
              ? told(with(memory.stale(StaleInputs.of(syncing.pod(), changed.reference()))))
              : same();
      // Time has passed, or the probes know more: the plan may be another one, the state is not.
      case PodEvent.Probed _, PodEvent.ProbeDue _, PodEvent.Alarm _ -> same();
    };
  }

  // The life cycle: the only ways from one stage to another; none leads back.

  /** A newer definition of a living pod; one that ends keeps the definition it ends with. */
  private Next updated(Pod pod) {
    return switch (lifecycle) {
      case PodLifecycle.Waiting waiting -> moved(new PodLifecycle.Waiting(pod, waiting.why()));
      case PodLifecycle.Syncing syncing ->
          with(redefined(memory, syncing.pod(), pod)).moved(new PodLifecycle.Syncing(pod));
      case PodLifecycle.Terminating _, PodLifecycle.Terminated _, PodLifecycle.Finished _ -> same();
    };
  }

  /** What the pod waited for has come. */
  private PodLifecycle released() {
    return lifecycle instanceof PodLifecycle.Waiting waiting
        ? new PodLifecycle.Syncing(waiting.pod())
        : lifecycle;
  }

  /**
   * @param wanted whether its source still lists it, so that its remains are kept
   */
  private PodLifecycle ending(Termination termination, boolean wanted) {
    return switch (lifecycle) {
      case PodLifecycle.Waiting waiting ->
          new PodLifecycle.Terminating(new PodSubject.Known(waiting.pod()), termination, wanted);
      case PodLifecycle.Syncing syncing ->
          new PodLifecycle.Terminating(new PodSubject.Known(syncing.pod()), termination, wanted);
      case PodLifecycle.Terminating ending ->
          new PodLifecycle.Terminating(
              ending.subject(),
              shorter(ending.termination(), termination),
              ending.wanted() && wanted);
      case PodLifecycle.Terminated ended ->
          new PodLifecycle.Terminated(
              ended.subject(), ended.termination(), ended.wanted() && wanted);
      case PodLifecycle.Finished _ -> lifecycle;
    };
  }

  /** The cause that came first stays; the end may only come sooner. */
  private static Termination shorter(Termination current, Termination asked) {
    Duration untilAskedEnd =
        Duration.between(current.askedAt(), asked.askedAt().plus(asked.grace()));
    return current.shortenedTo(untilAskedEnd);
  }

  /** All is torn down, or all is cleaned up. */
  private Next settled() {
    return switch (lifecycle) {
      case PodLifecycle.Terminating ending ->
          moved(
                  new PodLifecycle.Terminated(
                      ending.subject(), ending.termination(), ending.wanted()))
              .and(new PodNotice.Ended());
      case PodLifecycle.Terminated ended ->
          ended.wanted()
              ? same()
              : moved(new PodLifecycle.Finished(ended.uid())).and(new PodNotice.Finished());
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _, PodLifecycle.Finished _ -> same();
    };
  }

  private Next moved(PodLifecycle to) {
    if (to.equals(lifecycle)) {
      return same();
    }
    boolean beginsToEnd =
        to instanceof PodLifecycle.Terminating && !(lifecycle instanceof PodLifecycle.Terminating);
    PodMemory kept = beginsToEnd ? memory.withoutRetries() : memory;
    return told(new PodState(to, actual, kept, inFlight, networkReady, overdue))
        .and(new PodNotice.Moved(lifecycle, to));
  }

  // Steps

  /** What is noted when a step begins, since its outcome may never be heard. */
  private PodState begun(Action action, Instant now) {
    PodMemory begun = memory.begun(action.key());
    PodMemory noted = begun;
    if (action instanceof Action.StopContainer stop) {
      noted =
          begun
              .stopBegun(stop.container().id(), now)
              .granted(stop.container().id(), stop.nominal());
      noted = stop.restart() ? noted.restart(stop.container().id()) : noted;
    } else if (action instanceof Action.RunPreStop hook) {
      noted = begun.stopBegun(hook.instance().id(), now);
      noted = hook.restart() ? noted.restart(hook.instance().id()) : noted;
    } else if (action instanceof Action.StartContainer start && hasPostStart(start)) {
      noted = begun.postStart(start.container().id(), Hook.DUE);
    }
    return with(Ordered.plus(inFlight, action.key(), action)).with(noted);
  }

  private static boolean hasPostStart(Action.StartContainer start) {
    return start
        .pod()
        .spec()
        .allContainers()
        .anyMatch(c -> c.name().equals(start.container().name()) && Hook.postStart(c) != null);
  }

  private Next ended(PodEvent.ActionEnded ended, Moment moment) {
    Action action = ended.action();
    PodState idle = with(Ordered.minus(inFlight, action.key()));
    PodState after =
        switch (ended.result()) {
          case ActionResult.Done done ->
              ActionSuccess.after(idle, action, done.outcome(), ended.endedAt(), moment);
          case ActionResult.Failed failed ->
              ActionFailure.after(idle, action, failed, ended.endedAt(), moment);
        };
    Next next = told(after.noting(moment));
    boolean resized =
        memory.resize().underway() != null && next.state().memory().resize().underway() == null;
    return resized ? next.and(new PodNotice.Resized()) : next;
  }

  // Memory

  private PodState noting(Moment moment) {
    return with(ObservationNotes.noting(memory, actual.observed(), moment));
  }

  /** Voids what was made ready, or failed, for images that the pod does not name any more. */
  private static PodMemory redefined(PodMemory memory, Pod before, Pod now) {
    PodMemory left = memory.stale(StaleInputs.of(before, now));
    for (Container container : now.spec().allContainers().toList()) {
      boolean same =
          before
              .spec()
              .allContainers()
              .anyMatch(
                  c -> c.name().equals(container.name()) && c.image().equals(container.image()));
      left = same ? left : left.redefined(container.name());
    }
    return left;
  }

  private static ResizeState standing(PodMemory memory, PodEvent.Resizing told) {
    return memory.resize().told(told.wanted(), told.pending(), told.underway());
  }

  PodState with(PodMemory other) {
    return new PodState(lifecycle, actual, other, inFlight, networkReady, overdue);
  }

  PodState with(ActualPodState other) {
    return new PodState(lifecycle, other, memory, inFlight, networkReady, overdue);
  }

  private PodState with(Map<String, Action> underWay) {
    return new PodState(lifecycle, actual, memory, underWay, networkReady, overdue);
  }

  private Next same() {
    return told(this);
  }

  private static Next told(PodState state) {
    return new Next(state, List.of());
  }
}
