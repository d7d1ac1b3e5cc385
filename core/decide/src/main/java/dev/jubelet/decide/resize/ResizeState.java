package dev.jubelet.decide.resize;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.config.LinuxResources;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a pod stands between what it has and what it wants.
 *
 * @param wanted the pod as its source wants it, where that is not what it was given
 * @param pending why it was not given that
 * @param underway what it is leaving, while its containers do not have all that it was given
 * @param given what we gave to instances since then, which a runtime may be slow to tell
 */
public record ResizeState(
    @Nullable Pod wanted,
    @Nullable Pending pending,
    @Nullable Underway underway,
    Map<ContainerId, ContainerAmounts> given) {
  public static final ResizeState NONE = new ResizeState(null, null, null, Map.of());

  public ResizeState {
    given = Ordered.copyOf(given);
  }

  /**
   * @param reason {@code Deferred} or {@code Infeasible}
   */
  public record Pending(String reason, String message, long generation) {}

  /**
   * @param since by the machine's clock: it tells one course from another
   * @param raised whether the pod's cgroup has room for both, so that containers may change
   * @param overtakes whether it took the place of one that had not ended: then containers may have
   *     what neither of the two says
   */
  public record Underway(
      PodAllocation before, Instant since, long generation, boolean raised, boolean overtakes) {
    /** The most that containers may have while this one has not ended. */
    public PodAllocation most(PodAllocation now) {
      return LargerAllocation.of(before, now);
    }

    Underway withRoom() {
      return new Underway(before, since, generation, true, overtakes);
    }
  }

  /** What the node decided; what was done already in the same course stays done. */
  public ResizeState told(
      @Nullable Pod newWanted, @Nullable Pending newPending, @Nullable Underway newUnderway) {
    boolean same =
        underway != null && newUnderway != null && underway.since().equals(newUnderway.since());
    return new ResizeState(newWanted, newPending, same ? underway : newUnderway, given);
  }

  public ResizeState raised() {
    return underway == null ? this : new ResizeState(wanted, pending, underway.withRoom(), given);
  }

  public ResizeState gave(ContainerId id, ContainerAmounts amounts) {
    return new ResizeState(wanted, pending, underway, Ordered.plus(given, id, amounts));
  }

  /** What is gone from the runtime has nothing any more. */
  public ResizeState keeping(Set<ContainerId> seen) {
    return new ResizeState(wanted, pending, underway, Ordered.keeping(given, seen));
  }

  /** What instances have stays known: a look may show them as they were made. */
  public ResizeState finished() {
    return new ResizeState(wanted, pending, null, given);
  }

  /** What the pod's cgroup is made for until the containers have all that they were given. */
  public Pod widest(Pod pod) {
    return underway == null
        ? pod
        : LargerAllocation.of(underway.before(), PodAllocation.of(pod)).over(pod);
  }

  /** Before what it is being resized to now. */
  public Pod before(Pod pod) {
    return underway == null ? pod : underway.before().over(pod);
  }

  /** What an instance has, as far as anybody knows. */
  public ContainerAmounts has(Pod pod, ObservedContainer instance) {
    ContainerAmounts now = PodAllocation.of(pod).amounts(instance.name());
    if (underway == null) {
      return now;
    }
    ContainerAmounts known = given.get(instance.id());
    if (known != null) {
      return known;
    }
    // Made in an earlier life of ours. What nobody tells is taken for the old amount: to give the
    // new one twice does no harm, and times of the machine's clock cannot be compared.
    LinuxResources told = instance.resources();
    return told != null && now.isTold(told) ? now : underway.before().amounts(instance.name());
  }

  /**
   * Whether an instance may have something else than {@link #has} says: an earlier life of ours may
   * have given it what was wanted in between.
   */
  boolean isDoubtful(Pod pod, ObservedContainer instance) {
    LinuxResources told = instance.resources();
    return underway != null
        && underway.overtakes()
        && !given.containsKey(instance.id())
        && (told == null || !PodAllocation.of(pod).amounts(instance.name()).isTold(told));
  }

  /** The same in the words of a manifest, for its status. */
  public ResourceRequirements resources(
      Pod pod, ResourceRequirements allocated, ObservedContainer instance) {
    if (underway == null || !instance.running()) {
      return allocated;
    }
    ContainerAmounts now = PodAllocation.of(pod).amounts(instance.name());
    ResourceRequirements old = underway.before().containers().get(instance.name());
    return old == null || has(pod, instance).equals(now) ? allocated : old;
  }
}
