package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.probe.ProbeKey;
import dev.jubelet.decide.probe.ProbeResult;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What changes the state of a pod, or its plan. Events of the same slot replace each other while
 * nobody has taken them.
 */
public sealed interface PodEvent {

  /** The newest definition of the pod. */
  record Desired(Pod pod) implements PodEvent {}

  /** The newest definition of the pod, and how it stands to the resources that it wants. */
  record Resizing(
      Pod pod,
      @Nullable Pod wanted,
      ResizeState.@Nullable Pending pending,
      ResizeState.@Nullable Underway underway)
      implements PodEvent {}

  /** What the pod waited for has come. */
  record Released() implements PodEvent {}

  /** It has to end; {@code wanted} tells whether its source still lists it. */
  record Ending(Termination termination, boolean wanted) implements PodEvent {}

  /** It never began and is not to begin: whatever it waited for. */
  record Dismissed() implements PodEvent {}

  record Observed(PodObservation observation) implements PodEvent {}

  /** A step has begun; its outcome may never be heard. */
  record ActionBegun(Action action, Instant at) implements PodEvent {}

  record ActionEnded(Action action, ActionResult result, Instant startedAt, Instant endedAt)
      implements PodEvent {}

  /** The runtime is looked at again. */
  record Looking() implements PodEvent {}

  /** The plan has nothing more to do: all is torn down, or all is cleaned up. */
  record Settled() implements PodEvent {}

  /** The pod was given a time to be active, and that time is over. */
  record DeadlinePassed(String message) implements PodEvent {}

  record NetworkReady(boolean ready) implements PodEvent {}

  /** An object that the pod refers to came, changed or went. */
  record ObjectsChanged(ObjectReference reference) implements PodEvent {}

  /** A probe has ended. */
  record Probed(ProbeKey key, ProbeResult result) implements PodEvent {}

  /** There may be a probe to begin. */
  record ProbeDue() implements PodEvent {}

  /** A moment that the worker waited for has come. */
  record Alarm() implements PodEvent {}

  default Object slot() {
    return switch (this) {
      case Desired _, Resizing _ -> Desired.class;
      case Released _ -> Released.class;
      case Ending _ -> Ending.class;
      case Dismissed _ -> Dismissed.class;
      case Observed _ -> Observed.class;
      // Each counts; as a key of its own it would be compared with all that it carries.
      case ActionEnded _, ActionBegun _, Looking _, Settled _, DeadlinePassed _ -> new Object();
      case NetworkReady _ -> NetworkReady.class;
      case ObjectsChanged changed -> changed;
      case Probed probed -> probed.key();
      case ProbeDue _ -> ProbeDue.class;
      case Alarm _ -> Alarm.class;
    };
  }

  /** Newest wins, except that an end is never made later and a look never older. */
  static PodEvent merged(PodEvent older, PodEvent newer) {
    if (older instanceof Ending first && newer instanceof Ending second) {
      Termination shorter =
          first
                  .termination()
                  .askedAt()
                  .plus(first.termination().grace())
                  .isBefore(second.termination().askedAt().plus(second.termination().grace()))
              ? first.termination()
              : second.termination();
      return new Ending(shorter, first.wanted() && second.wanted());
    }
    if (older instanceof Resizing resizing && newer instanceof Desired desired) {
      return new Resizing(
          desired.pod(), resizing.wanted(), resizing.pending(), resizing.underway());
    }
    if (older instanceof Observed first
        && newer instanceof Observed second
        && second.observation().takenAt().isBefore(first.observation().takenAt())) {
      return older;
    }
    return newer;
  }
}
