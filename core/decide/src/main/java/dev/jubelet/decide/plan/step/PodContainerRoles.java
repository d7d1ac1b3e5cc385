package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.GracePeriods;
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
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who is who in a pod: its containers by role, and which of their instances count. */
public final class PodContainerRoles {
  private final Pod pod;
  private final PodObservation observed;

  public PodContainerRoles(Pod pod, PodObservation observed) {
    this.pod = pod;
    this.observed = observed;
  }

  /** The pod of a view that is being brought up. */
  public static PodContainerRoles of(PodView view) {
    if (view.lifecycle() instanceof PodLifecycle.Syncing syncing) {
      return new PodContainerRoles(syncing.pod(), view.observed());
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

  public @Nullable ObservedContainer newestIn(ObservedSandbox sandbox, Container container) {
    return observed.containers().stream()
        .filter(c -> c.name().equals(container.name()) && c.sandbox().equals(sandbox.id()))
        .findFirst()
        .orElse(null);
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
    return stop(view, container, GracePeriods.ofPod(pod), why, now);
  }

  public ContainerStep.Step stop(
      PodView view, ObservedContainer container, Duration granted, String why, Instant now) {
    return StopStep.of(
        view,
        wanted(container.name()),
        container,
        StopStep.GracePeriod.from(granted, now),
        why,
        now);
  }
}
