package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.Hooks;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs init containers one by one, each to success; a sidecar among them only has to have started
 * before the next one begins. Once a main container exists in the sandbox, all of that is over.
 */
public final class InitStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox sandbox = roles.usableSandbox();
    if (sandbox == null || roles.inits().isEmpty() || roles.anyMainIn(sandbox)) {
      return StageVerdict.DONE;
    }
    List<Action> actions = new ArrayList<>();
    Instant wakeAt = null;
    String why = "";
    int newestBegun = newestBegun(roles, sandbox);
    for (int i = 0; i < roles.inits().size(); i++) {
      Container init = roles.inits().get(i);
      boolean sidecar = init.isSidecar();
      // Kubernetes: when one has begun, all before it have succeeded or started.
      boolean passed = i < newestBegun;
      if (!sidecar && (passed || succeeded(roles, sandbox, init))) {
        continue;
      }
      ContainerStep.Step step = stepHere(view, roles, sandbox, init, now);
      if (step.action() != null) {
        actions.add(step.action());
        why = step.why();
      }
      if (step.wakeAt() != null) {
        wakeAt = PodPlan.earlier(wakeAt, step.wakeAt());
        why = step.why();
      }
      boolean goesOn = sidecar && (passed || hasStarted(view, roles, sandbox, init, now));
      if (!goesOn) {
        String waits = init.name() + (sidecar ? " has to start first" : " has to end first");
        return StageVerdict.doingOrWaiting(actions, wakeAt, why.isEmpty() ? waits : why);
      }
    }
    // From here on sidecars are kept running beside the main containers.
    return StageVerdict.DONE;
  }

  /** An instance of an earlier sandbox does not count: its work has to be done again. */
  private static ContainerStep.Step stepHere(
      PodView view, PodContainerRoles roles, ObservedSandbox sandbox, Container init, Instant now) {
    if (roles.newestIn(sandbox, init) == null) {
      return ContainerStep.anew(view, roles, sandbox, init);
    }
    return ContainerStep.of(view, roles, sandbox, init, now);
  }

  private static int newestBegun(PodContainerRoles roles, ObservedSandbox sandbox) {
    for (int i = roles.inits().size() - 1; i >= 0; i--) {
      if (roles.newestIn(sandbox, roles.inits().get(i)) != null) {
        return i;
      }
    }
    return -1;
  }

  private static boolean succeeded(
      PodContainerRoles roles, ObservedSandbox sandbox, Container init) {
    ObservedContainer newest = roles.newestIn(sandbox, init);
    return newest != null
        && newest.condition() instanceof ContainerCondition.Exited exited
        && exited.exitCode() == 0
        && !roles.isStoppedToRestart(newest);
  }

  private static boolean hasStarted(
      PodView view,
      PodContainerRoles roles,
      ObservedSandbox sandbox,
      Container sidecar,
      Instant now) {
    ObservedContainer newest = roles.newestIn(sandbox, sidecar);
    return newest != null && Hooks.hasStarted(view, newest, now);
  }
}
