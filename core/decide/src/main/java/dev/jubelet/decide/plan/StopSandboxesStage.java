package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Stops sandboxes, also those that look dead: their network may not have been given back yet. */
final class StopSandboxesStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    List<Action> stops = new ArrayList<>();
    for (ObservedSandbox sandbox : view.observed().sandboxes()) {
      if (sandbox.ready() || !view.memory().wasStopped(sandbox.id())) {
        stops.add(new Action.StopSandbox(sandbox));
      }
    }
    return stops.isEmpty()
        ? StageVerdict.DONE
        : new StageVerdict.Do(stops, "its containers have ended");
  }
}
