package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What we remember of a pod beyond what can be seen. All of it may be lost with our process: then
 * such steps are repeated, and back-offs are assumed from what the runtime shows.
 *
 * @param activeSince when the pod began, on our own clock, or null while nobody knows
 * @param containers by name; image volumes have their own names here
 * @param resize what the pod has and what it wants
 */
public record PodMemory(
    @Nullable Instant activeSince,
    PodProgress progress,
    ActionMemory actions,
    Map<String, ContainerMemory> containers,
    Map<ContainerId, InstanceMemory> instances,
    ResizeState resize) {

  public static final PodMemory EMPTY =
      new PodMemory(
          null, PodProgress.NONE, ActionMemory.NONE, Map.of(), Map.of(), ResizeState.NONE);

  public PodMemory {
    containers = Ordered.copyOf(containers);
    instances = Ordered.copyOf(instances);
  }

  public PodMemory activeSince(Instant began) {
    return new PodMemory(began, progress, actions, containers, instances, resize);
  }

  // The ground that containers stand on

  public boolean did(RememberedStep step) {
    return progress.done().contains(step);
  }

  public PodMemory doing(RememberedStep step) {
    return with(progress.doing(step));
  }

  /** Volumes that are ready, by name, and the path that containers get. */
  public Map<String, String> volumePaths() {
    return progress.volumePaths();
  }

  public PodMemory mounted(String volume, String path) {
    return with(progress.mounted(volume, path));
  }

  /** Whether a sandbox was stopped to the end, network given back. */
  public boolean wasStopped(SandboxId sandbox) {
    return progress.stopped().contains(sandbox);
  }

  public PodMemory stopped(SandboxId sandbox) {
    return with(progress.stopped(sandbox));
  }

  // Actions

  /** Failed actions by key. */
  public Map<String, Retry> retries() {
    return actions.retries();
  }

  public PodMemory failed(String actionKey, Retry retry) {
    return with(actions.failed(actionKey, retry));
  }

  public PodMemory succeeded(String actionKey) {
    return retries().containsKey(actionKey)
        ? with(actions.withoutRetries(entry -> entry.getKey().equals(actionKey)))
        : this;
  }

  /** A pod that ends has nothing to retry of what it tried while it lived. */
  public PodMemory withoutRetries() {
    return with(actions.withoutRetries(_ -> true));
  }

  public PodMemory pull(String actionKey, Backoff backoff) {
    return with(actions.pull(actionKey, backoff));
  }

  public PodMemory pulled(String actionKey) {
    return actions.pulls().containsKey(actionKey) ? with(actions.pulled(actionKey)) : this;
  }

  /** Whether the inputs of an action have changed since it last began. */
  public boolean isStale(String actionKey) {
    return actions.stale().contains(actionKey);
  }

  public PodMemory stale(Set<String> actionKeys) {
    return actionKeys.isEmpty() ? this : with(actions.stale(actionKeys));
  }

  public PodMemory begun(String actionKey) {
    return isStale(actionKey) ? with(actions.begun(actionKey)) : this;
  }

  // Containers

  public ContainerMemory container(String name) {
    return containers.getOrDefault(name, ContainerMemory.NONE);
  }

  /** The highest attempt seen of each container. */
  public Map<String, Integer> attempts() {
    Map<String, Integer> attempts = new LinkedHashMap<>();
    containers.forEach((name, container) -> {
      if (container.ran()) {
        attempts.put(name, container.attempt());
      }
    });
    return attempts;
  }

  /** Of an instance that is seen, or of which logs still tell. */
  public PodMemory attempted(String name, int attempt) {
    return container(name).attempt() >= attempt
        ? this
        : container(name, container -> container.attempt(attempt));
  }

  public PodMemory imageReady(String name, ObservedImage image) {
    return container(name, container -> container.image(image));
  }

  public PodMemory crash(String name, Backoff backoff) {
    return container(name, container -> container.crash(backoff));
  }

  /** An instance was made: its image has served, and the next crash waits for longer. */
  public PodMemory created(String name, @Nullable Backoff crash, int attempt) {
    return container(
        name,
        container -> {
          container.image(null).attempt(attempt);
          if (crash != null) {
            container.crash(crash);
          }
        });
  }

  /** A container has another image now: what was made ready or failed for the old one is void. */
  public PodMemory redefined(String name) {
    return container(name, container -> container.image(null))
        .with(actions.withoutRetries(entry -> name.equals(entry.getValue().container())));
  }

  // Instances

  public InstanceMemory instance(ContainerId id) {
    return instances.getOrDefault(id, InstanceMemory.NONE);
  }

  /**
   * @param at null for an instance that has not ended
   */
  public PodMemory exited(ContainerId id, @Nullable Instant at) {
    return Objects.equals(instance(id).exitedAt(), at)
        ? this
        : instance(id, instance -> instance.exitedAt(at));
  }

  /** When the newest instance of a container ended that has ended, or null while there is none. */
  @Nullable Instant newestExit(String name, PodObservation seen) {
    for (ObservedContainer container : seen.containers()) {
      Instant exitedAt = instance(container.id()).exitedAt();
      // One that was made and never ran has not crashed.
      if (container.name().equals(name) && exitedAt != null) {
        return exitedAt;
      }
    }
    return null;
  }

  public PodMemory stopBegun(ContainerId id, Instant now) {
    return instance(id).stopBegun() != null
        ? this
        : instance(id, instance -> instance.stopBegun(now));
  }

  /** A grace that was granted once never grows again. */
  public PodMemory granted(ContainerId id, Duration grace) {
    Duration before = instance(id).granted();
    return before != null && before.compareTo(grace) <= 0
        ? this
        : instance(id, instance -> instance.granted(grace));
  }

  /** It is stopped so that its container runs again. */
  public PodMemory restart(ContainerId id) {
    return instance(id, instance -> instance.restart(true));
  }

  public PodMemory postStart(ContainerId id, Hook hook) {
    return instance(id, instance -> instance.postStart(hook));
  }

  public PodMemory preStop(ContainerId id, Hook hook) {
    return instance(id, instance -> instance.preStop(hook));
  }

  /** Other amounts are another try: what failed on the way to the old ones is void. */
  public PodMemory resize(ResizeState standing) {
    boolean sameResize =
        standing.underway() != null
            && resize.underway() != null
            && standing.underway().since().equals(resize.underway().since());
    ActionMemory kept =
        sameResize
            ? actions
            : actions.withoutRetries(entry -> entry.getKey().startsWith(Action.Resize.KEY));
    return new PodMemory(activeSince, progress, kept, containers, instances, standing);
  }

  /** What is gone from the runtime needs no memory of how it began and was stopped. */
  public PodMemory keeping(PodObservation seen) {
    Set<ContainerId> ids = new LinkedHashSet<>();
    seen.containers().forEach(container -> ids.add(container.id()));
    Set<SandboxId> sandboxes = new LinkedHashSet<>();
    seen.sandboxes().forEach(sandbox -> sandboxes.add(sandbox.id()));
    boolean allThere =
        ids.containsAll(instances.keySet())
            && ids.containsAll(resize.given().keySet())
            && sandboxes.containsAll(progress.stopped());
    if (allThere) {
      return this;
    }
    return new PodMemory(
        activeSince,
        progress.keeping(sandboxes),
        actions,
        containers,
        Ordered.keeping(instances, ids),
        resize.keeping(ids));
  }

  private PodMemory with(PodProgress other) {
    return new PodMemory(activeSince, other, actions, containers, instances, resize);
  }

  private PodMemory with(ActionMemory other) {
    return new PodMemory(activeSince, progress, other, containers, instances, resize);
  }

  private PodMemory container(String name, Consumer<ContainerMemoryBuilder> change) {
    ContainerMemoryBuilder changed = ContainerMemoryBuilder.builder(container(name));
    change.accept(changed);
    Map<String, ContainerMemory> all = Ordered.plus(containers, name, changed.build());
    return new PodMemory(activeSince, progress, actions, all, instances, resize);
  }

  private PodMemory instance(ContainerId id, Consumer<InstanceMemoryBuilder> change) {
    InstanceMemoryBuilder changed = InstanceMemoryBuilder.builder(instance(id));
    change.accept(changed);
    Map<ContainerId, InstanceMemory> all = Ordered.plus(instances, id, changed.build());
    return new PodMemory(activeSince, progress, actions, containers, all, resize);
  }
}
