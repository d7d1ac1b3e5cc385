package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Keeps main containers and sidecars running, each for itself and all side by side. */
final class ContainerStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Roster roster = Roster.of(view);
    ObservedSandbox sandbox = roster.usableSandbox();
    if (sandbox == null) {
      return new StageVerdict.WaitForChange("a sandbox");
    }
    List<Action> actions = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    Instant wakeAt = null;
    List<Container> keptRunning =
        Stream.concat(roster.inits().stream().filter(Roster::isSidecar), roster.mains().stream())
            .toList();
    for (Container container : keptRunning) {
      ContainerStep.Step step = ContainerStep.of(view, roster, sandbox, container, now);
      if (step.action() != null) {
        actions.add(step.action());
      }
      if (step.wakeAt() != null) {
        wakeAt = PodPlan.earlier(wakeAt, step.wakeAt());
      }
      if (!step.why().isEmpty()) {
        reasons.add(step.why());
      }
    }
    String why = String.join("; ", reasons);
    if (!actions.isEmpty()) {
      return new StageVerdict.Do(actions, why, wakeAt);
    }
    return wakeAt == null ? StageVerdict.DONE : new StageVerdict.WaitUntil(wakeAt, why);
  }
}
