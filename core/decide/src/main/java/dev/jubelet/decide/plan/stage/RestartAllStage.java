package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.plan.step.StopStep;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes all containers of a pod away when an exit asks for a restart of all, so that it begins with
 * its init containers again in the same sandbox. The instance whose exit asked for it goes last:
 * while it is there, a later life of our process knows what was going on.
 */
public final class RestartAllStage implements Stage {
  private static final String WHY = "an exit asks for a restart of all containers";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    List<ObservedContainer> askers = askers(view, roles);
    if (askers.isEmpty()) {
      return StageVerdict.DONE;
    }
    StopStep.Batch stops = new StopStep.Batch();
    List<Action> removals = new ArrayList<>();
    for (ObservedContainer container : view.observed().containers()) {
      if (roles.wanted(container.name()) == null || askers.contains(container)) {
        continue;
      }
      if (PodContainerRoles.occupies(container)) {
        // Kubernetes kills them without grace, and so without their hooks.
        stops.add(roles.stop(view, container, Duration.ZERO, new StopStep.Reason(WHY, true), now));
      } else {
        removals.add(new Action.RemoveContainer(container));
      }
    }
    StageVerdict stopping = stops.verdict(WHY);
    if (!(stopping instanceof StageVerdict.Done)) {
      return stopping;
    }
    if (view.inFlight().stream().anyMatch(SandboxStage::fillsSandbox)) {
      return new StageVerdict.WaitForChange("containers that are being made");
    }
    return removals.isEmpty()
        ? beginAgain(view, roles, askers, now)
        : new StageVerdict.Do(removals, WHY);
  }

  private static List<ObservedContainer> askers(PodView view, PodContainerRoles roles) {
    return view.observed().containers().stream().filter(c -> asks(roles, c)).toList();
  }

  /** A pod that does this again and again waits for longer and longer, as a container would. */
  private static StageVerdict beginAgain(
      PodView view, PodContainerRoles roles, List<ObservedContainer> askers, Instant now) {
    Instant at = null;
    List<Action> removals = new ArrayList<>();
    for (ObservedContainer asker : askers) {
      Container container = roles.wanted(asker.name());
      Instant notBefore = container == null ? now : ContainerStep.notBefore(view, container, asker);
      at = at == null || notBefore.isAfter(at) ? notBefore : at;
      removals.add(new Action.RemoveContainer(asker));
    }
    return at != null && at.isAfter(now)
        ? new StageVerdict.WaitUntil(at, "back-off of a restart of all containers")
        : new StageVerdict.Do(removals, WHY);
  }

  /** Whether this is the newest instance of a container and its exit asks for it. */
  private static boolean asks(PodContainerRoles roles, ObservedContainer instance) {
    Container container = roles.wanted(instance.name());
    return container != null
        && isNewest(roles.newest(container), instance)
        && instance.condition() instanceof ContainerCondition.Exited exited
        && RestartRule.restartsAll(container, exited.exitCode());
  }

  private static boolean isNewest(@Nullable ObservedContainer newest, ObservedContainer instance) {
    return newest != null && newest.id().equals(instance.id());
  }
}
