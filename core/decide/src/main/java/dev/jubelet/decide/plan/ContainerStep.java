package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Graces;
import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.state.Definitions;
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
final class ContainerStep {
  private ContainerStep() {}

  /** One of: nothing to do, an action with its reason, or a moment to wait for. */
  record Step(@Nullable Action action, String why, @Nullable Instant wakeAt) {
    static final Step NONE = new Step(null, "", null);

    static Step act(Action action, String why) {
      return new Step(action, why, null);
    }
  }

  static Step of(
      PodView view, Roster roster, ObservedSandbox sandbox, Container container, Instant now) {
    ObservedContainer newest = roster.newest(container);
    if (newest == null) {
      return make(view, roster, sandbox, container, container.name() + " has not run yet");
    }
    boolean here = newest.sandbox().equals(sandbox.id());
    return switch (newest.condition()) {
      case ContainerCondition.Created _ ->
          here
              ? Step.act(
                  new Action.StartContainer(roster.pod(), newest),
                  container.name() + " is created and not started")
              : make(view, roster, sandbox, container, "its sandbox was replaced");
      case ContainerCondition.Running _ -> ofRunning(view, roster, container, newest, now);
      case ContainerCondition.Unknown _ ->
          roster.stop(view, newest, "the runtime lost sight of " + container.name(), now);
      case ContainerCondition.Exited exited ->
          restart(view, roster, sandbox, container, newest, exited, now);
    };
  }

  private static Step ofRunning(
      PodView view, Roster roster, Container container, ObservedContainer newest, Instant now) {
    if (Definitions.changed(container, newest)) {
      return roster.stop(view, newest, "the definition of " + container.name() + " changed", now);
    }
    Kill kill = kill(view, roster, newest);
    return kill == null
        ? Hooks.afterStart(view, roster.pod(), container, newest, now)
        : roster.stop(view, newest, kill.grace(), kill.message(), now);
  }

  /** Why this instance has to be stopped although its definition is still wanted. */
  private static @Nullable Kill kill(PodView view, Roster roster, ObservedContainer instance) {
    return view.memory().instance(instance.id()).postStart() instanceof Hook.Failed failed
        ? new Kill("FailedPostStartHook", failed.message(), Graces.ofPod(roster.pod()))
        : view.condemned().get(instance.id());
  }

  /** A first instance in this sandbox, whatever earlier sandboxes saw of it. */
  static Step anew(PodView view, Roster roster, ObservedSandbox sandbox, Container container) {
    return make(
        view, roster, sandbox, container, container.name() + " has not run in this sandbox yet");
  }

  /** Whether it would be started now if it had a sandbox. */
  static boolean mayStart(PodView view, Roster roster, Container container, Instant now) {
    ObservedContainer newest = roster.newest(container);
    return RestartRule.shouldRun(roster.pod(), container, newest)
        && (newest == null || !notBefore(view, container, newest).isAfter(now));
  }

  private static Step restart(
      PodView view,
      Roster roster,
      ObservedSandbox sandbox,
      Container container,
      ObservedContainer newest,
      ContainerCondition.Exited exited,
      Instant now) {
    if (!RestartRule.shouldRun(roster.pod(), container, newest)) {
      return Step.NONE;
    }
    Instant at = notBefore(view, container, newest);
    if (at.isAfter(now)) {
      return new Step(null, Setbacks.crashLoop(view, roster.pod(), container), at);
    }
    return make(
        view, roster, sandbox, container, container.name() + " ended with " + exited.exitCode());
  }

  /** When the crash back-off lets a container start again. */
  static Instant notBefore(PodView view, Container container, ObservedContainer newest) {
    Instant exitedAt = view.memory().instance(newest.id()).exitedAt();
    // Kubernetes: a back-off belongs to one definition; another image may start at once.
    return exitedAt == null || Definitions.changed(container, newest)
        ? Instant.EPOCH
        : view.crashSchedule()
            .nextStart(view.memory().container(container.name()).crash(), exitedAt);
  }

  private static Step make(
      PodView view, Roster roster, ObservedSandbox sandbox, Container container, String why) {
    Action missing = ImagesAhead.next(view, roster.pod(), container);
    ObservedImage image = view.memory().container(container.name()).image();
    if (missing != null || image == null) {
      return new Step(missing, why, null);
    }
    return Step.act(
        new Action.CreateContainer(
            roster.pod(),
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
