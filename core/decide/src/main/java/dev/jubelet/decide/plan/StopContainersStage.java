package dev.jubelet.decide.plan;

import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Ends all containers side by side, each with what is left of the pod's grace. */
final class StopContainersStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    if (!(view.lifecycle() instanceof PodLifecycle.Terminating terminating)) {
      throw new IllegalStateException("not ending: " + view.lifecycle());
    }
    Termination termination = terminating.termination();
    Instant deadline = now.plus(termination.remaining(now));
    Duration grace = Graces.atLeast(termination.grace());
    List<Action> stops = new ArrayList<>();
    for (ObservedContainer container : view.observed().containers()) {
      if (Roster.occupies(container)) {
        Duration left = Graces.left(view, container, deadline, grace, now);
        stops.add(new Action.StopContainer(container, left, grace));
      }
    }
    if (!stops.isEmpty()) {
      return new StageVerdict.Do(stops, termination.message());
    }
    // What is still being made has to be seen first, or it would be left behind.
    return view.inFlight().stream().anyMatch(Action::bringsUp)
        ? new StageVerdict.WaitForChange("the end of what was begun before")
        : StageVerdict.DONE;
  }
}
