package dev.jubelet.engine.allocation;

import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What every pod was given, in memory and on the disk, so that a restart of ours forgets nothing.
 * Owned by the inventory.
 */
public final class Allocations {
  static final String NAME = "allocations";

  private final Map<PodUid, Allocated> pods = new LinkedHashMap<>();
  private final Checkpoint checkpoint;

  /**
   * @param owner runs steps one at a time, with everything else that touches the allocations
   */
  public Allocations(NodeState state, NodeServices node, Consumer<Runnable> owner) {
    this.checkpoint =
        new Checkpoint(
            NAME, "what pods were given", state, node, owner, () -> AllocationText.write(pods));
    checkpoint.load(text -> pods.putAll(AllocationText.read(text)));
  }

  /** The pod as its source wants it, with what it was given where it was given something. */
  public Pod held(Pod wanted) {
    Allocated allocated = pods.get(wanted.uid());
    return allocated == null ? wanted : allocated.now().over(wanted);
  }

  public void letIn(Pod pod) {
    PodAllocation allocation = PodAllocation.of(pod);
    Allocated known = pods.get(pod.uid());
    if (known == null || !known.now().equals(allocation)) {
      pods.put(pod.uid(), new Allocated(allocation, known == null ? null : known.leaving()));
      checkpoint.save();
    }
  }

  ResizeState.@Nullable Underway leaving(PodUid uid) {
    Allocated allocated = pods.get(uid);
    return allocated == null ? null : allocated.leaving();
  }

  /**
   * @param then runs once the disk knows of it
   */
  ResizeState.Underway grant(Pod held, Pod wanted, Instant wall, Runnable then) {
    ResizeState.Underway before = leaving(wanted.uid());
    ResizeState.Underway underway =
        new ResizeState.Underway(
            before == null ? PodAllocation.of(held) : before.most(PodAllocation.of(held)),
            wall,
            wanted.metadata().generation(),
            false,
            before != null);
    pods.put(wanted.uid(), new Allocated(PodAllocation.of(wanted), underway));
    checkpoint.saveThen(then);
    return underway;
  }

  void settled(PodUid uid) {
    Allocated allocated = pods.get(uid);
    if (allocated != null && allocated.leaving() != null) {
      pods.put(uid, allocated.settled());
      checkpoint.save();
    }
  }

  public void forget(PodUid uid) {
    if (pods.remove(uid) != null) {
      checkpoint.save();
    }
  }

  public void keepOnly(Predicate<PodUid> known) {
    if (pods.keySet().removeIf(uid -> !known.test(uid))) {
      checkpoint.save();
    }
  }
}
