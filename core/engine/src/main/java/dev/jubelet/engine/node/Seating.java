package dev.jubelet.engine.node;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.status.ForeignStatus;
import dev.jubelet.engine.allocation.Resizes;
import dev.jubelet.engine.pod.PodActor;
import dev.jubelet.engine.pod.PodNews;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.NodeTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides who has a place on the node and who has to leave it. Owned by the inventory. */
final class Seating {
  private final Ledgers ledgers;
  private final ActorFactory actors;
  private final Doors doors;
  private final NodeTime time;
  private final PodNews news;

  /** Who is let in, with how much, who may not come back, and how one leaves. */
  record Doors(Gate gate, Resizes resizes, ForcedEnds forcedEnds, Endings endings) {}

  Seating(Ledgers ledgers, ActorFactory actors, Doors doors, NodeTime time, PodNews news) {
    this.ledgers = ledgers;
    this.actors = actors;
    this.doors = doors;
    this.time = time;
    this.news = news;
  }

  /** Gives every wanted pod its seat, in order, and everything that nobody wants its end. */
  void settle() {
    if (!ledgers.seen.ever()) {
      return;
    }
    // Who lives here and asked for more comes before who is new.
    doors.resizes().reconsider(ledgers.seats.alive(), ledgers.seats::admitted);
    // Who has run here before was let in before: it must not lose its place to a newcomer.
    ledgers.wanted.all().stream()
        .filter(pod -> !ledgers.seats.has(pod.uid()))
        .sorted(
            Comparator.comparing((Pod pod) -> ledgers.seen.of(pod.uid()) == null)
                .thenComparing(pod ->
                    Objects.requireNonNullElse(pod.metadata().creationTimestamp(), Instant.EPOCH)))
        .forEach(this::seat);
    ledgers.seats.all().stream()
        .filter(seat -> seat.stand == Seat.Stand.WAITING)
        .forEach(this::releaseIfFree);
    doors.resizes().reconsider(ledgers.seats.alive(), ledgers.seats::admitted);
    if (ledgers.wanted.allHeard()) {
      doors
          .resizes()
          .allocations()
          .keepOnly(uid -> ledgers.wanted.contains(uid) || ledgers.seats.has(uid));
      doors.forcedEnds().keepOnly(ledgers.wanted::contains);
      ledgers.seen.all().forEach(pod -> seatOrphan(pod.uid(), pod.name()));
      ledgers.remains.forEach(uid -> seatOrphan(uid, new PodName("", "")));
      ledgers.remains = List.of();
    }
  }

  private void seat(Pod pod) {
    if (ledgers.seats.has(pod.uid())
        || ledgers.seen.unclear(pod.uid())
        || doors.gate().isRejected(pod.uid())) {
      return;
    }
    if (pod.metadata().deletionTimestamp() != null) {
      PodLifecycle ending =
          new PodLifecycle.Terminating(
              new PodSubject.Known(pod), doors.endings().deletion(pod), true);
      place(ending, pod.fullName(), pod, Seat.Stand.ENDING);
      return;
    }
    ForcedEnds.Reason forced = doors.forcedEnds().of(pod.uid());
    if (forced != null) {
      PodLifecycle ending =
          new PodLifecycle.Terminating(
              new PodSubject.Known(pod), doors.endings().forced(pod, forced), true);
      place(ending, pod.fullName(), pod, Seat.Stand.ENDING);
      return;
    }
    if (ForeignStatus.hasEnded(pod)) {
      PodLifecycle ending =
          new PodLifecycle.Terminating(
              new PodSubject.Known(pod), doors.endings().longEnded(pod), true);
      place(ending, pod.fullName(), pod, Seat.Stand.ENDING);
      return;
    }
    String predecessor = ledgers.seats.predecessor(pod.uid(), pod.fullName(), ledgers.seen);
    if (predecessor != null) {
      PodLifecycle waiting = new PodLifecycle.Waiting(pod, "the end of " + predecessor);
      place(waiting, pod.fullName(), pod, Seat.Stand.WAITING);
      return;
    }
    Pod held = doors.resizes().allocations().held(pod);
    if (doors.gate().letsIn(held, ledgers.seats.admitted(), time.wall())) {
      doors.resizes().allocations().letIn(held);
      Seat seat = place(new PodLifecycle.Syncing(held), pod.fullName(), held, Seat.Stand.ALIVE);
      seat.wanted = pod;
    }
  }

  private void releaseIfFree(Seat seat) {
    Pod pod = Objects.requireNonNull(seat.pod);
    if (ledgers.seats.predecessor(pod.uid(), seat.name, ledgers.seen) != null) {
      return;
    }
    if (doors.gate().wouldLetIn(pod, ledgers.seats.admitted())) {
      seat.stand = Seat.Stand.ALIVE;
      doors.resizes().allocations().letIn(pod);
      seat.actor.tell(new PodEvent.Released());
    } else {
      // It is judged again, and its rejection shown, when its actor has nothing more to say.
      seat.stand = Seat.Stand.ENDING;
      seat.actor.tell(new PodEvent.Dismissed());
    }
  }

  /** A pod known to the node only: it is ended and cleaned up, never started. */
  private void seatOrphan(PodUid uid, PodName name) {
    boolean wanted = ledgers.wanted.contains(uid) && !doors.gate().isRejected(uid);
    if (wanted || ledgers.seats.has(uid) || ledgers.seen.unclear(uid)) {
      return;
    }
    Termination termination = doors.endings().orphanhood(ledgers.seen.of(uid));
    place(
        new PodLifecycle.Terminating(new PodSubject.Orphan(uid, name), termination, false),
        name,
        null,
        Seat.Stand.ENDING);
  }

  private Seat place(PodLifecycle lifecycle, PodName name, @Nullable Pod pod, Seat.Stand stand) {
    PodUid uid = lifecycle.uid();
    PodObservation seen = ledgers.seen.of(uid);
    Instant now = time.now();
    PodObservation first = seen != null ? seen : PodObservation.nothing(uid, name, now);
    PodActor actor = actors.make(lifecycle, name, first, ledgers.networkReady, news);
    Seat seat = new Seat(actor, name, pod, stand, now);
    ledgers.seats.put(uid, seat);
    if (stand == Seat.Stand.ALIVE) {
      doors.resizes().resume(seat);
    }
    actor.tell(new PodEvent.Alarm());
    return seat;
  }
}
