package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;

/** What the hooks of a pod's instances ask for. */
public final class Hooks {
  private Hooks() {}

  /** Kubernetes: a container has started when its hook has ended, and its startup probe passed. */
  public static boolean hasStarted(PodView view, ObservedContainer instance, Instant now) {
    Hook postStart = view.memory().instance(instance.id()).postStart();
    return instance.running()
        && !view.unstarted().contains(instance.id())
        && (postStart == null || !keepsBack(postStart, now));
  }

  private static boolean keepsBack(Hook postStart, Instant now) {
    return postStart.pending(now) || postStart instanceof Hook.Failed;
  }

  /** Containers that run and wait for their hook: nobody may take them for started yet. */
  public static Set<String> unfinished(PodView view, Instant now) {
    Set<String> names = new LinkedHashSet<>();
    view.observed().containers().stream()
        .filter(c -> isUnfinished(view, c, now))
        .forEach(c -> names.add(c.name()));
    return names;
  }

  /** Whether it runs and its hook still does, or has failed so that the container is killed. */
  static boolean isUnfinished(PodView view, ObservedContainer instance, Instant now) {
    Hook hook = view.memory().instance(instance.id()).postStart();
    return instance.running() && hook != null && keepsBack(hook, now);
  }

  /** The next step of a running container that has a hook to finish, or none. */
  static ContainerStep.Step afterStart(
      PodView view, Pod pod, Container container, ObservedContainer instance, Instant now) {
    LifecycleHandler handler = Hook.postStart(container);
    Hook hook = view.memory().instance(instance.id()).postStart();
    if (handler == null || hook == null) {
      return ContainerStep.Step.NONE;
    }
    return switch (hook) {
      case Hook.Due _ ->
          ContainerStep.Step.act(
              new Action.RunPostStart(pod, container, handler, instance, podIp(view, instance)),
              container.name() + " has just started");
      case Hook.Sleeping sleeping ->
          hook.pending(now)
              ? new ContainerStep.Step(
                  null, "the postStart hook of " + container.name(), sleeping.until())
              : ContainerStep.Step.NONE;
      case Hook.Done _, Hook.Failed _ -> ContainerStep.Step.NONE;
    };
  }

  /** The address at which a container can be called, or an empty text. */
  static String podIp(PodView view, ObservedContainer instance) {
    return view.observed().sandboxes().stream()
        .filter(sandbox -> sandbox.id().equals(instance.sandbox()))
        .flatMap(sandbox -> sandbox.ips().stream())
        .findFirst()
        .orElse("");
  }
}
