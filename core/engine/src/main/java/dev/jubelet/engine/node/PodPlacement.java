package dev.jubelet.engine.node;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.status.ForeignStatus;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.pod.PodWorker;
import dev.jubelet.engine.pod.PodWorkerListener;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides who has a place on the node and who has to leave it. Owned by the inventory. */
final class PodPlacement {
  private final InventoryState inventory;
  private final PodWorkerFactory workers;
  private final Policies policies;
  private final NodeTime time;
  private final Journal journal;
  private final PodWorkerListener listener;

  /** Who is let in, with how much, who may not come back, and how one leaves. */
  record Policies(
      PodAdmission admission,
      Resizes resizes,
      ForcedTerminations forcedTerminations,
      PodTerminations terminations) {}

  PodPlacement(
      InventoryState inventory,
      PodWorkerFactory workers,
      Policies policies,
      NodeTime time,
      Journal journal,
      PodWorkerListener listener) {
    this.inventory = inventory;
    this.workers = workers;
    this.policies = policies;
    this.time = time;
    this.journal = journal;
    this.listener = listener;
  }

  /** Gives every wanted pod its slot, in order, and everything that nobody wants its end. */
  void settle() {
    if (!inventory.seen.ever()) {
      return;
    }
    // Who lives here and asked for more comes before who is new.
    policies.resizes().reconsider(inventory.slots.alive(), inventory.slots::admitted);
    // Who has run here before was let in before: it must not lose its place to a newcomer.
    inventory.wanted.all().stream()
        .filter(pod -> !inventory.slots.has(pod.uid()))
        .sorted(
            Comparator.comparing((Pod pod) -> inventory.seen.of(pod.uid()) == null)
                .thenComparing(pod ->
                    Objects.requireNonNullElse(pod.metadata().creationTimestamp(), Instant.EPOCH)))
        .forEach(this::slot);
    inventory.slots.all().stream()
        .filter(slot -> slot.state == PodSlot.State.WAITING)
        .forEach(this::releaseIfFree);
    policies.resizes().reconsider(inventory.slots.alive(), inventory.slots::admitted);
    if (inventory.wanted.allHeard()) {
      policies
          .resizes()
          .allocations()
          .keepOnly(uid -> inventory.wanted.contains(uid) || inventory.slots.has(uid));
      policies.forcedTerminations().keepOnly(inventory.wanted::contains);
      inventory.seen.all().forEach(pod -> placeOrphan(pod.uid(), pod.name()));
      inventory.remains.forEach(uid -> placeOrphan(uid, new PodName("", "")));
      inventory.remains = List.of();
    }
  }

  private void slot(Pod pod) {
    if (inventory.slots.has(pod.uid())
        || inventory.seen.unclear(pod.uid())
        || policies.admission().isRejected(pod.uid())) {
      return;
    }
    Termination termination = termination(pod);
    if (termination != null) {
      PodLifecycle ending =
          new PodLifecycle.Terminating(new PodSubject.Known(pod), termination, true);
      place(ending, pod.fullName(), pod, PodSlot.State.ENDING);
      return;
    }
    String predecessor = inventory.slots.predecessor(pod.uid(), pod.fullName(), inventory.seen);
    if (predecessor != null) {
      PodLifecycle waiting = new PodLifecycle.Waiting(pod, "the end of " + predecessor);
      place(waiting, pod.fullName(), pod, PodSlot.State.WAITING);
      return;
    }
    Pod held = policies.resizes().allocations().held(pod);
    if (policies.admission().admits(held, inventory.slots.admitted(), time.wall())) {
      policies.resizes().allocations().letIn(held);
      PodSlot slot =
          place(new PodLifecycle.Syncing(held), pod.fullName(), held, PodSlot.State.ALIVE);
      slot.wanted = pod;
    }
  }

  /** How a pod ends that comes here for its end only, or null when it may live. */
  private @Nullable Termination termination(Pod pod) {
    if (pod.metadata().deletionTimestamp() != null) {
      return policies.terminations().deletion(pod);
    }
    ForcedTerminations.Reason forced = policies.forcedTerminations().of(pod.uid());
    if (forced != null) {
      return policies.terminations().forced(pod, forced);
    }
    return ForeignStatus.hasEnded(pod) ? policies.terminations().longEnded(pod) : null;
  }

  private void releaseIfFree(PodSlot slot) {
    Pod pod = Objects.requireNonNull(slot.pod);
    if (inventory.slots.predecessor(pod.uid(), slot.name, inventory.seen) != null) {
      return;
    }
    if (policies.admission().wouldAdmit(pod, inventory.slots.admitted())) {
      slot.state = PodSlot.State.ALIVE;
      policies.resizes().allocations().letIn(pod);
      slot.worker.tell(new PodEvent.Released());
    } else {
      // It is judged again, and its rejection shown, when its worker has nothing more to say.
      slot.state = PodSlot.State.ENDING;
      slot.worker.tell(new PodEvent.Dismissed());
    }
  }

  /** A pod known to the node only: it is ended and cleaned up, never started. */
  private void placeOrphan(PodUid uid, PodName name) {
    boolean wanted = inventory.wanted.contains(uid) && !policies.admission().isRejected(uid);
    if (wanted || inventory.slots.has(uid) || inventory.seen.unclear(uid)) {
      return;
    }
    journal.write(
        Journal.Level.WARNING,
        name.name().isEmpty() ? null : name,
        uid,
        "OrphanedPod",
        "ends and removes what is left of it here: no source knows it any more");
    Termination termination = policies.terminations().orphanhood(inventory.seen.of(uid));
    place(
        new PodLifecycle.Terminating(new PodSubject.Orphan(uid, name), termination, false),
        name,
        null,
        PodSlot.State.ENDING);
  }

  private PodSlot place(
      PodLifecycle lifecycle, PodName name, @Nullable Pod pod, PodSlot.State state) {
    PodUid uid = lifecycle.uid();
    PodObservation seen = inventory.seen.of(uid);
    Instant now = time.now();
    PodObservation first = seen != null ? seen : PodObservation.nothing(uid, name, now);
    PodWorker worker = workers.make(lifecycle, name, first, inventory.networkReady, listener);
    PodSlot slot = new PodSlot(worker, name, pod, state, now);
    inventory.slots.put(uid, slot);
    if (state == PodSlot.State.ALIVE) {
      policies.resizes().resume(slot);
    }
    worker.tell(new PodEvent.Alarm());
    return slot;
  }
}
