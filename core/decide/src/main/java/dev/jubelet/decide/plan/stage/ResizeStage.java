package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.resize.ResizePlan;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives running containers what the pod was given since they were made. Nothing waits for it: a
 * resize that does not succeed must not keep a crashed container from starting again.
 */
public final class ResizeStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    ResizeState standing = view.memory().resize();
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox sandbox = roles.usableSandbox();
    if (standing.underway() == null || sandbox == null) {
      return StageVerdict.DONE;
    }
    ResizePlan course = ResizePlan.of(roles.pod(), standing, sandbox.id(), running(roles, sandbox));
    List<Action> actions = new ArrayList<>();
    Instant next = null;
    for (ObservedContainer instance : course.restarts()) {
      ContainerStep.Step stop = roles.restart(view, instance, course.why(), now);
      if (stop.action() != null) {
        actions.add(stop.action());
      }
      next = PodPlan.soonest(next, stop.wakeAt());
    }
    // What is being made may have been begun with the old amounts: it is asked once it runs.
    boolean making = isMaking(view, roles, sandbox);
    course.steps().stream()
        .filter(step -> !(making && step instanceof ResizeStep.Finish))
        .forEach(step -> actions.add(new Action.Resize(roles.pod(), step)));
    return due(actions, next, view, now, course.why());
  }

  private static boolean isMaking(PodView view, PodContainerRoles roles, ObservedSandbox sandbox) {
    return view.inFlight().stream()
            .anyMatch(action ->
                action instanceof Action.CreateContainer || action instanceof Action.StartContainer)
        || roles
            .pod()
            .spec()
            .initAndMainContainers()
            .map(container -> roles.newestIn(sandbox, container))
            .anyMatch(newest ->
                newest != null && newest.condition() instanceof ContainerCondition.Created);
  }

  private static Map<Container, ObservedContainer> running(
      PodContainerRoles roles, ObservedSandbox sandbox) {
    Map<Container, ObservedContainer> running = new LinkedHashMap<>();
    roles
        .pod()
        .spec()
        .initAndMainContainers()
        .forEach(container -> {
          ObservedContainer newest = roles.newestIn(sandbox, container);
          if (newest != null && newest.running()) {
            running.put(container, newest);
          }
        });
    return running;
  }

  private static StageVerdict due(
      List<Action> actions, @Nullable Instant wakeAt, PodView view, Instant now, String why) {
    Set<String> underWay = new LinkedHashSet<>();
    view.inFlight().forEach(action -> underWay.add(action.key()));
    List<Action> due = new ArrayList<>();
    Instant next = wakeAt;
    for (Action action : actions) {
      Retry retry = view.memory().retries().get(action.key());
      if (retry != null && retry.notBefore().isAfter(now)) {
        next = PodPlan.earlier(next, retry.notBefore());
      } else if (!underWay.contains(action.key())) {
        due.add(action);
      }
    }
    if (!due.isEmpty()) {
      return new StageVerdict.Do(due, why, next);
    }
    return next == null ? StageVerdict.DONE : new StageVerdict.Later(next, why);
  }
}
