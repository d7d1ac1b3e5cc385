package dev.jubelet.decide.plan;

import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.runtime.PodObservation;
import java.util.List;

/**
 * All that the planner is told about a pod.
 *
 * @param fresh false while the last look is older than something we did and whose outcome we do not
 *     know: then nothing may be decided from it
 * @param inFlight actions under way
 * @param networkReady whether the runtime can give sandboxes a network
 */
public record PodView(
    PodLifecycle lifecycle,
    PodObservation observed,
    boolean fresh,
    PodMemory memory,
    List<Action> inFlight,
    boolean networkReady,
    BackoffSchedule crashSchedule) {
  public PodView {
    inFlight = List.copyOf(inFlight);
  }
}
