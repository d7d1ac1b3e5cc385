package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.state.PodMemory;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who is who in a pod: its containers by role, and which of their instances count. */
public final class PodContainerRoles {
  private final Pod pod;
  private final PodObservation observed;
  private final PodMemory memory;

  public PodContainerRoles(Pod pod, PodView view) {
    this.pod = pod;
    this.observed = view.observed();
    this.memory = view.memory();
  }

  /** The pod of a view that is being brought up. */
  public static PodContainerRoles of(PodView view) {
    if (view.lifecycle() instanceof PodLifecycle.Syncing syncing) {
      return new PodContainerRoles(syncing.pod(), view);
    }
    throw new IllegalStateException("not being brought up: " + view.lifecycle());
  }

  public Pod pod() {
    return pod;
  }

  public List<Container> mains() {
    return pod.spec().containers();
  }

  public List<Container> inits() {
    return pod.spec().initContainers();
  }

  public boolean knows(String containerName) {
    return wanted(containerName) != null
        || pod.spec().ephemeralContainers().stream().anyMatch(c -> c.name().equals(containerName));
  }

  /** The definition of a main or init container. */
  public @Nullable Container wanted(String containerName) {
    return Stream.concat(mains().stream(), inits().stream())
        .filter(container -> container.name().equals(containerName))
        .findFirst()
        .orElse(null);
  }

  public @Nullable ObservedContainer newest(Container container) {
    return observed.newest(container.name()).orElse(null);
  }

  /** Whether a container should run (again), by its policy or since we stopped it for that. */
  public boolean shouldRun(Container container) {
    ObservedContainer newest = newest(container);
    return RestartRule.shouldRun(pod, container, newest)
        || (newest != null && isStoppedToRestart(newest));
  }

  /** Its exit is our doing and tells nothing about its work. */
  public boolean isStoppedToRestart(ObservedContainer instance) {
    return memory.instance(instance.id()).restart();
  }

  /** The containers of a living pod whose newest instance was stopped so that they run again. */
  public static Set<String> restarting(PodView view) {
    if (!(view.lifecycle() instanceof PodLifecycle.Syncing)) {
      return Set.of();
    }
    PodContainerRoles roles = of(view);
    Set<String> names = new LinkedHashSet<>();
    for (ObservedContainer container : view.observed().containers()) {
      Container wanted = roles.wanted(container.name());
      boolean newest = wanted != null && container.equals(roles.newest(wanted));
      if (newest && roles.isStoppedToRestart(container)) {
        names.add(container.name());
      }
    }
    return names;
  }

  public @Nullable ObservedContainer newestIn(ObservedSandbox sandbox, Container container) {
    return observed.containers().stream()
        .filter(c -> c.name().equals(container.name()) && c.sandbox().equals(sandbox.id()))
        .findFirst()
        .orElse(null);
  }

  /** Whether an instance of it was ever started in this sandbox. */
  boolean hasRunIn(ObservedSandbox sandbox, Container container) {
    return observed.containers().stream()
        .filter(c -> c.name().equals(container.name()) && c.sandbox().equals(sandbox.id()))
        .anyMatch(c -> !(c.condition() instanceof ContainerCondition.Created));
  }

  /** Kubernetes: when a later one has begun in a sandbox, an init container has had its turn. */
  boolean hasPassed(ObservedSandbox sandbox, Container init) {
    int place = inits().indexOf(init);
    return !init.isSidecar()
        && (anyMainIn(sandbox)
            || inits().stream().skip(place + 1L).anyMatch(i -> newestIn(sandbox, i) != null));
  }

  public boolean anyMainIn(ObservedSandbox sandbox) {
    return mains().stream().anyMatch(main -> newestIn(sandbox, main) != null);
  }

  /** The sandbox that containers may be started in, if there is one. */
  public @Nullable ObservedSandbox usableSandbox() {
    return observed.usableSandbox(pod.spec().hostNetwork()).orElse(null);
  }

  public static boolean occupies(ObservedContainer container) {
    return container.condition() instanceof ContainerCondition.Running
        || container.condition() instanceof ContainerCondition.Unknown;
  }

  /** An end with what is left of the pod's own grace. */
  public ContainerStep.Step stop(
      PodView view, ObservedContainer container, String why, Instant now) {
    return stop(view, container, GracePeriods.ofPod(pod), new StopStep.Reason(why, false), now);
  }

  /** An end like any other, after which the container runs again, whatever its exit says. */
  public ContainerStep.Step restart(
      PodView view, ObservedContainer container, String why, Instant now) {
    return stop(view, container, GracePeriods.ofPod(pod), new StopStep.Reason(why, true), now);
  }

  public ContainerStep.Step stop(
      PodView view,
      ObservedContainer container,
      Duration granted,
      StopStep.Reason reason,
      Instant now) {
    return StopStep.of(
        view,
        wanted(container.name()),
        container,
        StopStep.GracePeriod.from(granted, now),
        reason,
        now);
  }
}
