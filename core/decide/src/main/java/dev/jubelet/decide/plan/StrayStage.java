package dev.jubelet.decide.plan;

import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;

/**
 * Stops what runs and should not: a container that the pod does not name any more, or one that has
 * a younger instance. There are never two running instances of a container.
 */
final class StrayStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Roster roster = Roster.of(view);
    StopStep.Batch stops = new StopStep.Batch();
    String why = "the pod does not ask for this container any more";
    for (ObservedContainer container : view.observed().containers()) {
      if (Roster.occupies(container) && isStray(roster, view.observed(), container)) {
        stops.add(roster.stop(view, container, why, now));
      }
    }
    return stops.verdict(why);
  }

  private static boolean isStray(
      Roster roster, PodObservation observed, ObservedContainer container) {
    return !roster.knows(container.name())
        || !observed.newest(container.name()).map(container::equals).orElse(false);
  }
}
