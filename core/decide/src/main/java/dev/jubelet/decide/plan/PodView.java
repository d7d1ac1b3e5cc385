package dev.jubelet.decide.plan;

import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.PodObservation;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that the planner is told about a pod.
 *
 * @param fresh false while the last look is older than something we did and whose outcome we do not
 *     know: then nothing may be decided from it
 * @param inFlight actions under way
 * @param networkReady whether the runtime can give sandboxes a network
 * @param condemned running instances that have to be stopped, and why
 * @param unstarted instances whose startup probe has not passed yet: whoever waits for them waits
 *     on
 */
public record PodView(
    PodLifecycle lifecycle,
    PodObservation observed,
    boolean fresh,
    PodMemory memory,
    List<Action> inFlight,
    boolean networkReady,
    BackoffSchedule crashSchedule,
    Map<ContainerId, Kill> condemned,
    Set<ContainerId> unstarted) {
  public PodView {
    inFlight = List.copyOf(inFlight);
    condemned = Ordered.copyOf(condemned);
    // Only asked whether it contains something: its order reaches nobody.
    unstarted = Set.copyOf(unstarted);
  }
}
