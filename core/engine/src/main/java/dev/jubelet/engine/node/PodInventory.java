package dev.jubelet.engine.node;

import dev.jubelet.decide.environment.PodReferences;
import dev.jubelet.decide.observe.RelistDiff;
import dev.jubelet.decide.source.SourceChange;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.status.ForeignStatus;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.engine.pod.PodWorkerListener;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.engine.watch.WatchListener;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Knows every pod of the node: what the sources want, who was let in, and who has to go. It is the
 * one place that turns happenings into work for the pod concerned.
 */
public final class PodInventory implements WatchListener, PodWorkerListener {

  private final PodAdmission admission;
  private final Resizes resizes;
  private final ForcedTerminations forcedTerminations;
  private final NodeTime time;
  private final Journal journal;
  private final NetworkWarnings networkWarnings;
  private final RuntimeWatcher watcher;
  private final Duration resync;
  private final Timelines timelines;
  private final Mailbox<Runnable> mailbox;

  /** Kubernetes: whoever is evicted has a second, and the runtime ten to see to it. */
  private static final Duration EVICTION_PATIENCE = Duration.ofSeconds(10);

  private final InventoryState inventory;
  private final PodTerminations terminations;
  private final PodPlacement placement;
  private final AtomicReference<NodeCounts> counts = new AtomicReference<>(NodeCounts.NONE);

  /** What outlives this process; each is made for the owner on whose steps it works. */
  public record Checkpoints(
      Function<Consumer<Runnable>, Resizes> resizes,
      Function<Consumer<Runnable>, ForcedTerminations> forcedTerminations) {}

  public PodInventory(
      List<String> sources,
      PodWorkerFactory workers,
      PodAdmission admission,
      NodeServices node,
      RuntimeWatcher watcher,
      Duration resync,
      Timelines timelines,
      Checkpoints checkpoints) {
    this.inventory = new InventoryState(sources);
    this.admission = admission;
    this.time = node.time();
    this.journal = node.journal();
    this.networkWarnings = new NetworkWarnings(journal);
    this.watcher = watcher;
    this.resync = resync;
    this.timelines = timelines;
    this.mailbox = Mailbox.ofSteps(node.effects());
    this.resizes = checkpoints.resizes().apply(this::step);
    this.forcedTerminations = checkpoints.forcedTerminations().apply(this::step);
    this.terminations = new PodTerminations(time);
    PodPlacement.Policies policies =
        new PodPlacement.Policies(admission, resizes, forcedTerminations, terminations);
    this.placement = new PodPlacement(inventory, workers, policies, time, journal, this);
  }

  public NodeCounts counts() {
    return counts.get();
  }

  public void delivered(PodSource.Delivery delivery) {
    Instant at = time.now();
    journal.write(
        Journal.Level.DETAIL,
        "Delivered",
        delivery.pods().size() + " pods by the " + delivery.source() + " source");
    step(() -> take(delivery, at));
  }

  public void readiness(RuntimeReadiness readiness) {
    step(() -> network(readiness));
  }

  /** An object came, changed or went: those who refer to it have to know. */
  public void objectChanged(ObjectReference reference) {
    step(() ->
        inventory.slots.all().stream()
            .filter(slot -> slot.pod != null && PodReferences.refersTo(slot.pod, reference))
            .forEach(slot -> slot.worker.tell(new PodEvent.ObjectsChanged(reference))));
  }

  /** Pods that left something on the disk or in the cgroups of this node. */
  public void remainsFound(List<PodUid> uids) {
    step(() -> {
      inventory.remains = List.copyOf(uids);
      placement.settle();
    });
  }

  /** Runs when all that was told before has been dealt with: the sign that the loop turns. */
  public void pulse(Runnable sign) {
    mailbox.put(sign);
  }

  /** Answers with the pods that are meant to run here now. */
  public void running(Consumer<List<Pod>> answer) {
    step(() ->
        answer.accept(
            inventory.slots.alive().stream()
                .map(slot -> slot.pod)
                .filter(Objects::nonNull)
                .toList()));
  }

  /** Ends a pod that has taken too much; its source still lists it, so that it shows as failed. */
  public void evict(PodUid uid, String message) {
    step(() -> {
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null && slot.pod != null && slot.state == PodSlot.State.ALIVE) {
        journal.announce(Journal.Level.WARNING, slot.pod, "Evicted", message);
        force(slot.pod, new ForcedTerminations.Reason(Termination.Cause.EVICTED, message));
        var _ = time.after(EVICTION_PATIENCE, () -> step(() -> hasToBeGone(slot)));
      }
    });
  }

  private void hasToBeGone(PodSlot evicted) {
    if (evicted.pod != null && evicted.state == PodSlot.State.ENDING) {
      String message = "Container runtime did not kill the pod within specified grace period.";
      journal.recordEvent(
          new ClusterEvent(ClusterEvent.about(evicted.pod), true, "ExceededGracePeriod", message));
    }
  }

  @Override
  public void overdue(PodUid uid, String message) {
    step(() -> {
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null && slot.pod != null && slot.state == PodSlot.State.ALIVE) {
        force(
            slot.pod, new ForcedTerminations.Reason(Termination.Cause.DEADLINE_EXCEEDED, message));
      }
    });
  }

  /** Once the disk knows of it: what we ended must not begin again in our next life. */
  private void force(Pod pod, ForcedTerminations.Reason reason) {
    forcedTerminations.add(
        pod.uid(), reason, () -> end(pod, terminations.forced(pod, reason), true));
  }

  /** A pod's worker asks for a look at its pod. */
  public void lookRequested(PodUid uid) {
    step(() -> {
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null) {
        slot.lookAskedAt = time.now();
      }
      watcher.lookAt(uid);
    });
  }

  @Override
  public void lookedAtAll(List<PodObservation> pods, Instant takenAt) {
    step(() -> seenAll(pods, takenAt));
  }

  @Override
  public void lookedAt(PodObservation pod) {
    step(() -> {
      inventory.seen.one(pod);
      PodSlot slot = inventory.slots.get(pod.uid());
      if (slot != null) {
        show(slot, pod);
      }
    });
  }

  @Override
  public void ended(PodUid uid) {
    step(() -> {
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null) {
        slot.state = PodSlot.State.ENDED;
      }
      letGo(uid);
      placement.settle();
    });
  }

  @Override
  public void resized(PodUid uid) {
    step(() -> {
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null) {
        resizes.finished(slot);
        placement.settle();
      }
    });
  }

  @Override
  public void finished(PodUid uid) {
    step(() -> {
      inventory.slots.remove(uid);
      inventory.seen.gone(uid, time.now());
      admission.forget(uid);
      resizes.forget(uid);
      if (inventory.wanted.contains(uid)) {
        watcher.lookAtEverything();
      }
      placement.settle();
    });
  }

  @Override
  public void broken(PodUid uid, RuntimeException why) {
    step(() -> {
      journal.write(Journal.Level.ERROR, null, uid, "ActorBroken", why.toString());
      PodSlot slot = inventory.slots.get(uid);
      if (slot != null) {
        inventory.slots.remove(uid);
        inventory.seen.lost(uid, slot.name, time.now());
      }
      time.after(Duration.ofSeconds(10), watcher::lookAtEverything);
    });
  }

  private void step(Runnable step) {
    mailbox.put(() -> {
      step.run();
      networkWarnings.tell(inventory.slots);
      counts.set(inventory.slots.counts(inventory.wanted, admission.rejectedCount()));
    });
  }

  private void take(PodSource.Delivery delivery, Instant at) {
    delivery.problems().forEach(p -> journal.write(Journal.Level.WARNING, "BadManifest", p));
    boolean matters = !inventory.wanted.allHeard();
    for (SourceChange change : inventory.wanted.take(delivery)) {
      switch (change) {
        case SourceChange.Added added -> {
          timelines.seen(added.pod(), at);
          add(added.pod(), delivery.source());
        }
        case SourceChange.Updated updated -> update(updated.pod(), delivery.source());
        case SourceChange.Deleting deleting -> {
          end(deleting.pod(), terminations.deletion(deleting.pod()), true);
          letGo(deleting.pod().uid());
        }
        case SourceChange.Removed removed -> remove(removed.pod(), delivery.source());
        case SourceChange.Reconciled reconciled -> reconcile(reconciled.pod());
      }
      matters |=
          !(change instanceof SourceChange.Reconciled) || !inventory.slots.has(change.pod().uid());
    }
    // Most deliveries show us a status that we told ourselves: nobody comes or goes for it.
    if (matters) {
      placement.settle();
    }
  }

  private void add(Pod pod, String source) {
    tellJournal("Added", pod, source);
    if (inventory.seen.ever() && inventory.seen.unclear(pod.uid())) {
      // It was here before and is gone; the next look by itself may be a minute away.
      watcher.lookAtEverything();
    }
  }

  private void update(Pod pod, String source) {
    tellJournal("Updated", pod, source);
    PodSlot slot = inventory.slots.get(pod.uid());
    if (slot != null) {
      redefine(slot, pod);
    }
  }

  private void redefine(PodSlot slot, Pod pod) {
    slot.wanted = pod;
    slot.pod = resizes.allocations().held(pod);
    slot.worker.tell(new PodEvent.Desired(slot.held()));
  }

  /** Its status was changed: by us, or by others who have a say in it. */
  private void reconcile(Pod pod) {
    admission.showAgain(pod);
    PodSlot slot = inventory.slots.get(pod.uid());
    if (slot == null || slot.pod == null) {
      return;
    }
    if (ForeignStatus.hasEnded(pod)) {
      end(pod, terminations.longEnded(pod), true);
    } else if (ForeignStatus.differs(slot.pod, pod)) {
      redefine(slot, pod);
    }
  }

  /** Who was asked to be deleted and has ended here is kept by nobody any more. */
  private void letGo(PodUid uid) {
    Pod pod = inventory.wanted.get(uid);
    PodSlot slot = inventory.slots.get(uid);
    boolean ended = slot == null ? admission.isRejected(uid) : slot.state == PodSlot.State.ENDED;
    if (ended && pod != null && pod.metadata().deletionTimestamp() != null) {
      admission.letGo(pod);
    }
  }

  private void remove(Pod pod, String source) {
    tellJournal("Removed", pod, source);
    timelines.gone(pod.uid());
    admission.forgetRejected(pod.uid());
    end(pod, terminations.removal(pod, source), false);
  }

  private void end(Pod pod, Termination termination, boolean wanted) {
    PodSlot slot = inventory.slots.get(pod.uid());
    if (slot != null) {
      if (slot.state != PodSlot.State.ENDED) {
        slot.state = PodSlot.State.ENDING;
      }
      slot.worker.tell(new PodEvent.Ending(termination, wanted));
    }
  }

  private void network(RuntimeReadiness readiness) {
    networkWarnings.is(readiness);
    if (readiness.networkReady() == inventory.networkReady) {
      return;
    }
    inventory.networkReady = readiness.networkReady();
    journal.write(
        readiness.networkReady() ? Journal.Level.NORMAL : Journal.Level.WARNING,
        readiness.networkReady() ? "NetworkReady" : "NetworkNotReady",
        readiness.networkReady() ? "pods can have a network" : readiness.networkMessage());
    inventory
        .slots
        .all()
        .forEach(s -> s.worker.tell(new PodEvent.NetworkReady(readiness.networkReady())));
  }

  private void seenAll(List<PodObservation> pods, Instant takenAt) {
    List<PodObservation> before = inventory.seen.all();
    inventory.seen.all(pods, takenAt);
    RelistDiff.between(before, inventory.seen.all())
        .forEach(c -> journal.write(Journal.Level.DETAIL, null, c.uid(), "Seen", c.toString()));
    Map<PodUid, PodObservation> old = new LinkedHashMap<>();
    before.forEach(pod -> old.put(pod.uid(), pod));
    inventory.slots.forEach((uid, slot) -> {
      PodObservation now = inventory.seen.of(uid);
      PodObservation look = now != null ? now : PodObservation.nothing(uid, slot.name, takenAt);
      boolean due = Duration.between(slot.toldAt, takenAt).compareTo(resync) >= 0;
      if (due || slot.lookAskedAt != null || !ObservedPods.sameContent(old.get(uid), now)) {
        show(slot, look);
      }
    });
    placement.settle();
  }

  private static void show(PodSlot slot, PodObservation look) {
    if (slot.lookAskedAt != null && !look.takenAt().isBefore(slot.lookAskedAt)) {
      slot.lookAskedAt = null;
    }
    slot.toldAt = look.takenAt();
    slot.worker.tell(new PodEvent.Observed(look));
  }

  private void tellJournal(String reason, Pod pod, String source) {
    journal.write(
        Journal.Level.NORMAL, pod.fullName(), pod.uid(), reason, "by its " + source + " source");
  }
}
