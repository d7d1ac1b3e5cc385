package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.state.DefinitionDiff;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The next step for one container that should run, given the sandbox it should run in. */
public final class ContainerStep {
  private ContainerStep() {}

  /** One of: nothing to do, an action with its reason, or a moment to wait for. */
  public record Step(@Nullable Action action, String why, @Nullable Instant wakeAt) {
    static final Step NONE = new Step(null, "", null);

    static Step act(Action action, String why) {
      return new Step(action, why, null);
    }
  }

  public static Step of(
      PodView view,
      PodContainerRoles roles,
      ObservedSandbox sandbox,
      Container container,
      Instant now) {
    ObservedContainer newest = roles.newest(container);
    if (newest == null) {
      return make(view, roles, sandbox, container, container.name() + " has not run yet");
    }
    boolean here = newest.sandbox().equals(sandbox.id());
    return switch (newest.condition()) {
      case ContainerCondition.Created _ ->
          here
              ? Step.act(
                  new Action.StartContainer(roles.pod(), newest),
                  container.name() + " is created and not started")
              : make(view, roles, sandbox, container, "its sandbox was replaced");
      case ContainerCondition.Running _ -> ofRunning(view, roles, container, newest, now);
      case ContainerCondition.Unknown _ ->
          roles.stop(view, newest, "the runtime lost sight of " + container.name(), now);
      case ContainerCondition.Exited exited ->
          restart(view, roles, sandbox, container, newest, exited, now);
    };
  }

  private static Step ofRunning(
      PodView view,
      PodContainerRoles roles,
      Container container,
      ObservedContainer newest,
      Instant now) {
    if (DefinitionDiff.changed(container, newest)) {
      return roles.restart(view, newest, "the definition of " + container.name() + " changed", now);
    }
    Kill kill = kill(view, roles, newest);
    return kill == null
        ? Hooks.afterStart(view, roles.pod(), container, newest, now)
        : roles.stop(
            view, newest, kill.grace(), new StopStep.Reason(kill.message(), kill.restart()), now);
  }

  /** Why this instance has to be stopped although its definition is still wanted. */
  private static @Nullable Kill kill(
      PodView view, PodContainerRoles roles, ObservedContainer instance) {
    return view.memory().instance(instance.id()).postStart() instanceof Hook.Failed failed
        ? new Kill("FailedPostStartHook", failed.message(), GracePeriods.ofPod(roles.pod()), false)
        : view.condemned().get(instance.id());
  }

  /** A first instance in this sandbox, whatever earlier sandboxes saw of it. */
  public static Step anew(
      PodView view, PodContainerRoles roles, ObservedSandbox sandbox, Container container) {
    return make(
        view, roles, sandbox, container, container.name() + " has not run in this sandbox yet");
  }

  /** Whether it would be started now if it had a sandbox. */
  static boolean mayStart(PodView view, PodContainerRoles roles, Container container, Instant now) {
    ObservedContainer newest = roles.newest(container);
    return roles.shouldRun(container)
        && (newest == null || !notBefore(view, container, newest).isAfter(now));
  }

  private static Step restart(
      PodView view,
      PodContainerRoles roles,
      ObservedSandbox sandbox,
      Container container,
      ObservedContainer newest,
      ContainerCondition.Exited exited,
      Instant now) {
    if (!roles.shouldRun(container)) {
      return Step.NONE;
    }
    Instant at = notBefore(view, container, newest);
    if (at.isAfter(now)) {
      return new Step(null, WaitingReasons.crashLoop(view, roles.pod(), container), at);
    }
    return make(
        view, roles, sandbox, container, container.name() + " ended with " + exited.exitCode());
  }

  /** When the crash back-off lets a container start again. */
  public static Instant notBefore(PodView view, Container container, ObservedContainer newest) {
    Instant exitedAt = view.memory().instance(newest.id()).exitedAt();
    // Kubernetes: a back-off belongs to one definition; another image may start at once.
    return exitedAt == null || DefinitionDiff.changed(container, newest)
        ? Instant.EPOCH
        : view.crashSchedule()
            .nextStart(view.memory().container(container.name()).crash(), exitedAt);
  }

  private static Step make(
      PodView view,
      PodContainerRoles roles,
      ObservedSandbox sandbox,
      Container container,
      String why) {
    Action missing = ImagesAhead.next(view, roles.pod(), container);
    ObservedImage image = view.memory().container(container.name()).image();
    if (missing != null || image == null) {
      return new Step(missing, why, null);
    }
    return Step.act(
        new Action.CreateContainer(
            roles.pod(),
            container,
            nextAttempt(view, container),
            sandbox,
            image,
            view.memory().volumePaths()),
        why);
  }

  private static int nextAttempt(PodView view, Container container) {
    int seen =
        view.observed().containers().stream()
            .filter(c -> c.name().equals(container.name()))
            .mapToInt(ObservedContainer::attempt)
            .max()
            .orElse(-1);
    return Math.max(seen, view.memory().container(container.name()).attempt()) + 1;
  }
}
