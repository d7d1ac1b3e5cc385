package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Stages that take away what a pod's containers stood on, once these have ended. */
final class TearDown {
  private TearDown() {}

  /** Stops sandboxes, also those that look dead: their network may not have been given back yet. */
  static StageVerdict stopSandboxes(PodView view, Instant now) {
    List<Action> stops = new ArrayList<>();
    for (ObservedSandbox sandbox : view.observed().sandboxes()) {
      if (sandbox.ready() || !view.memory().wasStopped(sandbox.id())) {
        stops.add(new Action.StopSandbox(sandbox));
      }
    }
    return StageVerdict.doing(stops, "its containers have ended");
  }

  static StageVerdict unmountVolumes(PodView view, Instant now) {
    return view.memory().did(RememberedStep.UNMOUNTED)
        ? StageVerdict.DONE
        : new StageVerdict.Do(
            new Action.UnmountVolumes(view.lifecycle().uid()), "nothing uses its volumes any more");
  }

  static StageVerdict removeCgroup(PodView view, Instant now) {
    return view.memory().did(RememberedStep.CGROUP_REMOVED)
        ? StageVerdict.DONE
        : new StageVerdict.Do(
            new Action.RemoveCgroup(view.lifecycle().uid()), "nothing runs in its cgroup any more");
  }

  /** Removes sandboxes with all that is in them, and containers whose sandbox is gone already. */
  static StageVerdict removeRemains(PodView view, Instant now) {
    List<Action> actions = new ArrayList<>();
    Set<SandboxId> sandboxes = new LinkedHashSet<>();
    for (ObservedSandbox sandbox : view.observed().sandboxes()) {
      sandboxes.add(sandbox.id());
      actions.add(new Action.RemoveSandbox(sandbox));
    }
    for (ObservedContainer container : view.observed().containers()) {
      if (!sandboxes.contains(container.sandbox())) {
        actions.add(new Action.RemoveContainer(container));
      }
    }
    return StageVerdict.doing(actions, "nobody asks for its remains any more");
  }

  static StageVerdict removeDirectories(PodView view, Instant now) {
    if (view.memory().did(RememberedStep.DIRECTORIES_REMOVED)) {
      return StageVerdict.DONE;
    }
    if (!(view.lifecycle() instanceof PodLifecycle.Terminated terminated)) {
      throw new IllegalStateException("not ended: " + view.lifecycle());
    }
    return new StageVerdict.Do(
        new Action.RemoveDirectories(terminated.uid(), terminated.subject().name()),
        "its remains are gone");
  }
}
