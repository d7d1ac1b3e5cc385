package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.plan.step.StartOrder;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Keeps main containers and sidecars running, each for itself once all have started in order. */
public final class ContainerStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox sandbox = roles.usableSandbox();
    if (sandbox == null) {
      return new StageVerdict.WaitForChange("a sandbox");
    }
    List<Action> actions = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    Instant wakeAt = null;
    List<Container> keptRunning =
        Stream.concat(roles.inits().stream().filter(Container::isSidecar), roles.mains().stream())
            .toList();
    StartOrder order = new StartOrder(view, roles, sandbox, now);
    for (Container container : keptRunning) {
      ContainerStep.Step step =
          order.next(container, ContainerStep.of(view, roles, sandbox, container, now));
      if (step.action() != null) {
        actions.add(step.action());
      }
      wakeAt = PodPlan.soonest(wakeAt, step.wakeAt());
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
