package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Removes sandboxes with all that is in them, and containers whose sandbox is gone already. */
final class RemoveRemainsStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
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
    return actions.isEmpty()
        ? StageVerdict.DONE
        : new StageVerdict.Do(actions, "nobody asks for its remains any more");
  }
}
