package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.PodObservation;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * All that the planner is told about a pod: its state, and what the probes say.
 *
 * @param condemned running instances that have to be stopped, and why
 * @param unstarted instances whose startup probe has not passed yet: whoever waits for them waits
 *     on
 */
public record PodView(
    PodState state,
    BackoffSchedule crashSchedule,
    Map<ContainerId, Kill> condemned,
    Set<ContainerId> unstarted) {
  public PodView {
    condemned = Ordered.copyOf(condemned);
    // Only asked whether it contains something: its order reaches nobody.
    unstarted = Set.copyOf(unstarted);
  }

  public PodLifecycle lifecycle() {
    return state.lifecycle();
  }

  public PodObservation observed() {
    return state.observed();
  }

  /**
   * False while the last look is older than something we did and whose outcome we do not know: then
   * nothing may be decided from it.
   */
  public boolean fresh() {
    return state.actual().fresh();
  }

  public PodMemory memory() {
    return state.memory();
  }

  /** Actions under way. */
  public Collection<Action> inFlight() {
    return state.inFlight().values();
  }

  /** Whether the runtime can give sandboxes a network. */
  public boolean networkReady() {
    return state.networkReady();
  }
}
