package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.plan.step.StopStep;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;

/**
 * Stops what runs and should not: a container that the pod does not name any more, or one that has
 * a younger instance. There are never two running instances of a container.
 */
public final class UnwantedContainersStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    StopStep.Batch stops = new StopStep.Batch();
    String why = "the pod does not ask for this container any more";
    for (ObservedContainer container : view.observed().containers()) {
      if (PodContainerRoles.occupies(container) && isStray(roles, view.observed(), container)) {
        stops.add(roles.stop(view, container, why, now));
      }
    }
    return stops.verdict(why);
  }

  private static boolean isStray(
      PodContainerRoles roles, PodObservation observed, ObservedContainer container) {
    return !roles.knows(container.name())
        || !observed.newest(container.name()).map(container::equals).orElse(false);
  }
}
