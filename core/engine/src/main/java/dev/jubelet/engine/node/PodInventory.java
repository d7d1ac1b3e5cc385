package dev.jubelet.engine.node;

import dev.jubelet.decide.environment.PodReferences;
import dev.jubelet.decide.observe.RelistDiff;
import dev.jubelet.decide.source.SourceChange;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.status.ForeignStatus;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.engine.pod.PodNews;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.engine.watch.WatchListener;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.Announcement;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
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
public final class PodInventory implements WatchListener, PodNews {

  private final Gate gate;
  private final Resizes resizes;
  private final ForcedEnds forcedEnds;
  private final NodeTime time;
  private final Journal journal;
  private final NetworkNotice networkNotice;
  private final RuntimeWatcher watcher;
  private final Duration resync;
  private final Timelines timelines;
  private final Mailbox<Runnable> mailbox;

  /** Kubernetes: whoever is evicted has a second, and the runtime ten to see to it. */
  private static final Duration EVICTION_PATIENCE = Duration.ofSeconds(10);

  private final Ledgers ledgers;
  private final Endings endings;
  private final Seating seating;
  private final AtomicReference<NodeFigures> figures = new AtomicReference<>(NodeFigures.NONE);

  /** What everything on the node works with. */
  public record Means(NodeTime time, Effects effects, Journal journal) {}

  /** What outlives this process; each is made for the owner on whose steps it works. */
  public record Checkpoints(
      Function<Consumer<Runnable>, Resizes> resizes,
      Function<Consumer<Runnable>, ForcedEnds> forcedEnds) {}

  public PodInventory(
      List<String> sources,
      ActorFactory actors,
      Gate gate,
      Means means,
      RuntimeWatcher watcher,
      Duration resync,
      Timelines timelines,
      Checkpoints checkpoints) {
    this.ledgers = new Ledgers(sources);
    this.gate = gate;
    this.time = means.time();
    this.journal = means.journal();
    this.networkNotice = new NetworkNotice(journal);
    this.watcher = watcher;
    this.resync = resync;
    this.timelines = timelines;
    this.mailbox = Mailbox.ofSteps(means.effects());
    this.resizes = checkpoints.resizes().apply(this::step);
    this.forcedEnds = checkpoints.forcedEnds().apply(this::step);
    this.endings = new Endings(time);
    this.seating =
        new Seating(
            ledgers,
            actors,
            new Seating.Doors(gate, this.resizes, this.forcedEnds, endings),
            time,
            this);
  }

  public NodeFigures figures() {
    return figures.get();
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
        ledgers.seats.all().stream()
            .filter(seat -> seat.pod != null && PodReferences.refersTo(seat.pod, reference))
            .forEach(seat -> seat.actor.tell(new PodEvent.ObjectsChanged(reference))));
  }

  /** Pods that left something on the disk or in the cgroups of this node. */
  public void remainsFound(List<PodUid> uids) {
    step(() -> {
      ledgers.remains = List.copyOf(uids);
      seating.settle();
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
            ledgers.seats.alive().stream()
                .map(seat -> seat.pod)
                .filter(Objects::nonNull)
                .toList()));
  }

  /** Ends a pod that has taken too much; its source still lists it, so that it shows as failed. */
  public void evict(PodUid uid, String message) {
    step(() -> {
      Seat seat = ledgers.seats.get(uid);
      if (seat != null && seat.pod != null && seat.stand == Seat.Stand.ALIVE) {
        journal.write(Journal.Level.WARNING, seat.name, uid, "Evicted", message);
        journal.announce(new Announcement(Announcement.about(seat.pod), true, "Evicted", message));
        force(seat.pod, new ForcedEnds.Reason(Termination.Cause.EVICTED, message));
        var _ = time.after(EVICTION_PATIENCE, () -> step(() -> hasToBeGone(seat)));
      }
    });
  }

  private void hasToBeGone(Seat evicted) {
    if (evicted.pod != null && evicted.stand == Seat.Stand.ENDING) {
      String message = "Container runtime did not kill the pod within specified grace period.";
      journal.announce(
          new Announcement(Announcement.about(evicted.pod), true, "ExceededGracePeriod", message));
    }
  }

  @Override
  public void overdue(PodUid uid, String message) {
    step(() -> {
      Seat seat = ledgers.seats.get(uid);
      if (seat != null && seat.pod != null && seat.stand == Seat.Stand.ALIVE) {
        force(seat.pod, new ForcedEnds.Reason(Termination.Cause.DEADLINE_EXCEEDED, message));
      }
    });
  }

  /** Once the disk knows of it: what we ended must not begin again in our next life. */
  private void force(Pod pod, ForcedEnds.Reason reason) {
    forcedEnds.add(pod.uid(), reason, () -> end(pod, endings.forced(pod, reason), true));
  }

  /** A pod's actor asks for a look at its pod. */
  public void lookRequested(PodUid uid) {
    step(() -> {
      Seat seat = ledgers.seats.get(uid);
      if (seat != null) {
        seat.lookAskedAt = time.now();
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
      ledgers.seen.one(pod);
      Seat seat = ledgers.seats.get(pod.uid());
      if (seat != null) {
        show(seat, pod);
      }
    });
  }

  @Override
  public void ended(PodUid uid) {
    step(() -> {
      Seat seat = ledgers.seats.get(uid);
      if (seat != null) {
        seat.stand = Seat.Stand.ENDED;
      }
      letGo(uid);
      seating.settle();
    });
  }

  @Override
  public void resized(PodUid uid) {
    step(() -> {
      Seat seat = ledgers.seats.get(uid);
      if (seat != null) {
        resizes.finished(seat);
        seating.settle();
      }
    });
  }

  @Override
  public void finished(PodUid uid) {
    step(() -> {
      ledgers.seats.remove(uid);
      ledgers.seen.gone(uid, time.now());
      gate.forget(uid);
      resizes.forget(uid);
      if (ledgers.wanted.contains(uid)) {
        watcher.lookAtEverything();
      }
      seating.settle();
    });
  }

  @Override
  public void broken(PodUid uid, RuntimeException why) {
    step(() -> {
      journal.write(Journal.Level.ERROR, null, uid, "ActorBroken", why.toString());
      Seat seat = ledgers.seats.get(uid);
      if (seat != null) {
        ledgers.seats.remove(uid);
        ledgers.seen.lost(uid, seat.name, time.now());
      }
      time.after(Duration.ofSeconds(10), watcher::lookAtEverything);
    });
  }

  private void step(Runnable step) {
    mailbox.put(() -> {
      step.run();
      networkNotice.tell(ledgers.seats);
      figures.set(ledgers.seats.figures(ledgers.wanted.count(), gate.rejectedCount()));
    });
  }

  private void take(PodSource.Delivery delivery, Instant at) {
    delivery.problems().forEach(p -> journal.write(Journal.Level.WARNING, "BadManifest", p));
    boolean matters = !ledgers.wanted.allHeard();
    for (SourceChange change : ledgers.wanted.take(delivery)) {
      switch (change) {
        case SourceChange.Added added -> {
          timelines.seen(added.pod(), at);
          add(added.pod(), delivery.source());
        }
        case SourceChange.Updated updated -> update(updated.pod(), delivery.source());
        case SourceChange.Deleting deleting -> {
          end(deleting.pod(), endings.deletion(deleting.pod()), true);
          letGo(deleting.pod().uid());
        }
        case SourceChange.Removed removed -> remove(removed.pod(), delivery.source());
        case SourceChange.Reconciled reconciled -> reconcile(reconciled.pod());
      }
      matters |=
          !(change instanceof SourceChange.Reconciled) || !ledgers.seats.has(change.pod().uid());
    }
    // Most deliveries show us a status that we told ourselves: nobody comes or goes for it.
    if (matters) {
      seating.settle();
    }
  }

  private void add(Pod pod, String source) {
    tellJournal("Added", pod, source);
    if (ledgers.seen.ever() && ledgers.seen.unclear(pod.uid())) {
      // It was here before and is gone; the next look by itself may be a minute away.
      watcher.lookAtEverything();
    }
  }

  private void update(Pod pod, String source) {
    tellJournal("Updated", pod, source);
    Seat seat = ledgers.seats.get(pod.uid());
    if (seat != null) {
      seat.wanted = pod;
      seat.pod = resizes.allocations().held(pod);
      seat.actor.tell(new PodEvent.Desired(seat.held()));
    }
  }

  /** Its status was changed: by us, or by others who have a say in it. */
  private void reconcile(Pod pod) {
    gate.showAgain(pod);
    Seat seat = ledgers.seats.get(pod.uid());
    if (seat == null || seat.pod == null) {
      return;
    }
    if (ForeignStatus.hasEnded(pod)) {
      end(pod, endings.longEnded(pod), true);
    } else if (ForeignStatus.differs(seat.pod, pod)) {
      seat.wanted = pod;
      seat.pod = resizes.allocations().held(pod);
      seat.actor.tell(new PodEvent.Desired(seat.held()));
    }
  }

  /** Who was asked to be deleted and has ended here is kept by nobody any more. */
  private void letGo(PodUid uid) {
    Pod pod = ledgers.wanted.get(uid);
    Seat seat = ledgers.seats.get(uid);
    boolean ended = seat == null ? gate.isRejected(uid) : seat.stand == Seat.Stand.ENDED;
    if (ended && pod != null && pod.metadata().deletionTimestamp() != null) {
      gate.letGo(pod);
    }
  }

  private void remove(Pod pod, String source) {
    tellJournal("Removed", pod, source);
    timelines.gone(pod.uid());
    gate.forgetRejected(pod.uid());
    end(pod, endings.removal(pod, source), false);
  }

  private void end(Pod pod, Termination termination, boolean wanted) {
    Seat seat = ledgers.seats.get(pod.uid());
    if (seat != null) {
      if (seat.stand != Seat.Stand.ENDED) {
        seat.stand = Seat.Stand.ENDING;
      }
      seat.actor.tell(new PodEvent.Ending(termination, wanted));
    }
  }

  private void network(RuntimeReadiness readiness) {
    networkNotice.is(readiness);
    if (readiness.networkReady() == ledgers.networkReady) {
      return;
    }
    ledgers.networkReady = readiness.networkReady();
    journal.write(
        readiness.networkReady() ? Journal.Level.NORMAL : Journal.Level.WARNING,
        readiness.networkReady() ? "NetworkReady" : "NetworkNotReady",
        readiness.networkReady() ? "pods can have a network" : readiness.networkMessage());
    ledgers
        .seats
        .all()
        .forEach(s -> s.actor.tell(new PodEvent.NetworkReady(readiness.networkReady())));
  }

  private void seenAll(List<PodObservation> pods, Instant takenAt) {
    List<PodObservation> before = ledgers.seen.all();
    ledgers.seen.all(pods, takenAt);
    RelistDiff.between(before, ledgers.seen.all())
        .forEach(c -> journal.write(Journal.Level.DETAIL, null, c.uid(), "Seen", c.toString()));
    Map<PodUid, PodObservation> old = new LinkedHashMap<>();
    before.forEach(pod -> old.put(pod.uid(), pod));
    ledgers.seats.forEach((uid, seat) -> {
      PodObservation now = ledgers.seen.of(uid);
      PodObservation look = now != null ? now : PodObservation.nothing(uid, seat.name, takenAt);
      boolean due = Duration.between(seat.toldAt, takenAt).compareTo(resync) >= 0;
      if (due || seat.lookAskedAt != null || !Seen.sameContent(old.get(uid), now)) {
        show(seat, look);
      }
    });
    seating.settle();
  }

  private static void show(Seat seat, PodObservation look) {
    if (seat.lookAskedAt != null && !look.takenAt().isBefore(seat.lookAskedAt)) {
      seat.lookAskedAt = null;
    }
    seat.toldAt = look.takenAt();
    seat.actor.tell(new PodEvent.Observed(look));
  }

  private void tellJournal(String reason, Pod pod, String source) {
    journal.write(
        Journal.Level.NORMAL, pod.fullName(), pod.uid(), reason, "by its " + source + " source");
  }
}
