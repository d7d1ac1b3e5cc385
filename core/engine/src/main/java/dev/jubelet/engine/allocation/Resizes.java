package dev.jubelet.engine.allocation;

import dev.jubelet.decide.resize.ResizeMessages;
import dev.jubelet.decide.resize.ResizeOrder;
import dev.jubelet.decide.resize.ResizeRule;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.resize.ResizeVerdict;
import dev.jubelet.decide.resources.SwapRule;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges who may have what it wants instead of what it has. Owned by the inventory. */
public final class Resizes {
  private final Allocations allocations;
  private final NodeFacts facts;
  private final SwapRule swap;
  private final NodeTime time;
  private final Journal journal;
  private final Map<PodUid, PutOff> pending = new LinkedHashMap<>();

  private record PutOff(ResizeState.Pending why, Pod wanted) {}

  /**
   * @param swap which containers of this node may swap
   */
  public Resizes(
      Allocations allocations, NodeFacts facts, SwapRule swap, NodeTime time, Journal journal) {
    this.allocations = allocations;
    this.facts = facts;
    this.swap = swap;
    this.time = time;
    this.journal = journal;
  }

  public Allocations allocations() {
    return allocations;
  }

  /** A pod that an earlier life of ours left half-way goes on from there. */
  public void resume(Resizable pod) {
    ResizeState.Underway leaving = allocations.leaving(pod.held().uid());
    if (leaving != null) {
      tell(pod, null, leaving);
    }
  }

  /**
   * @param admitted all pods that have something of this node, with what they have, at any moment
   */
  public void reconsider(List<? extends Resizable> living, Supplier<List<Pod>> admitted) {
    living.stream()
        .filter(pod -> wantsOther(pod) || pending.containsKey(pod.held().uid()))
        .sorted(
            Comparator.comparing(
                pod -> new ResizeOrder(pod.held(), pod.wanted()), ResizeOrder.FIRST))
        .forEach(pod -> judge(pod, admitted.get()));
  }

  private static boolean wantsOther(Resizable pod) {
    return !pod.held().spec().equals(pod.wanted().spec());
  }

  public void finished(Resizable pod) {
    allocations.settled(pod.held().uid());
    journal.announce(
        Journal.Level.NORMAL, pod.held(), "ResizeCompleted", ResizeMessages.completed(pod.held()));
  }

  public void forget(PodUid uid) {
    pending.remove(uid);
    allocations.forget(uid);
  }

  private void judge(Resizable pod, List<Pod> admitted) {
    PodUid uid = pod.held().uid();
    if (!wantsOther(pod)) {
      pending.remove(uid);
      tell(pod, null, allocations.leaving(uid));
      return;
    }
    List<Pod> others = admitted.stream().filter(other -> !other.uid().equals(uid)).toList();
    switch (ResizeRule.judge(pod.held(), pod.wanted(), others, facts, swap)) {
      case ResizeVerdict.Granted _ -> grant(pod);
      case ResizeVerdict.Deferred deferred -> putOff(pod, "Deferred", deferred.message());
      case ResizeVerdict.Infeasible infeasible -> putOff(pod, "Infeasible", infeasible.message());
    }
  }

  private void grant(Resizable pod) {
    Pod held = pod.held();
    Pod wanted = pod.wanted();
    pending.remove(held.uid());
    pod.hold(wanted);
    journal.announce(Journal.Level.NORMAL, wanted, "ResizeStarted", ResizeMessages.started(wanted));
    // Told once it is on the disk: a container must not have what the next life would not know of.
    allocations.grant(
        held,
        wanted,
        time.wall(),
        () -> {
          PutOff again = pending.get(held.uid());
          tell(pod, again == null ? null : again.why(), allocations.leaving(held.uid()));
        });
  }

  private void putOff(Resizable pod, String reason, String why) {
    PodUid uid = pod.held().uid();
    ResizeState.Pending now =
        new ResizeState.Pending(reason, why, pod.wanted().metadata().generation());
    PutOff before = pending.put(uid, new PutOff(now, pod.wanted()));
    if (new PutOff(now, pod.wanted()).equals(before)) {
      return;
    }
    if (before == null || !before.why().reason().equals(reason)) {
      journal.announce(
          Journal.Level.WARNING,
          pod.wanted(),
          "Resize" + reason,
          ResizeMessages.pending(pod.wanted(), reason, why));
    }
    tell(pod, now, allocations.leaving(uid));
  }

  private static void tell(
      Resizable pod, ResizeState.@Nullable Pending why, ResizeState.@Nullable Underway leaving) {
    pod.tell(
        new PodEvent.Resizing(pod.held(), wantsOther(pod) ? pod.wanted() : null, why, leaving));
  }
}
