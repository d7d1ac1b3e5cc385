package dev.jubelet.engine.watch;

import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the node informed about its runtime: it looks at a pod when an event or a worker asks for
 * it, and at everything from time to time, often where the runtime has no events and seldom where
 * it has.
 */
public final class RuntimeWatcher {
  /** How often to look at everything. */
  public record Rhythm(Duration withEvents, Duration withoutEvents) {
    public static final Rhythm STANDARD = new Rhythm(Duration.ofSeconds(60), Duration.ofSeconds(1));
  }

  /**
   * Whoever made or started something asks how it is as soon as the runtime has answered. What is
   * left to find out is what somebody else made, and a pod is looked at once for all of its start.
   */
  private static final Duration ECHO = Duration.ofSeconds(2);

  private static final RetryBackoff BACKOFF =
      new RetryBackoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  private final RuntimeRelist look;
  private final NodeTime time;
  private final Effects effects;
  private final Journal journal;
  private final Rhythm rhythm;
  private final Mailbox<Runnable> mailbox;
  private final State state = new State();
  private final AtomicReference<Instant> lastSuccess;

  /** Touched by steps of the mailbox only. */
  private static final class State {
    final Set<PodUid> looking = new LinkedHashSet<>();
    final Set<PodUid> again = new LinkedHashSet<>();
    final Map<PodUid, NodeTime.Alarm> soon = new HashMap<>();
    boolean lookingAtAll;
    boolean allAgain;
    boolean events;
    boolean closed;
    int failures;
    NodeTime.@Nullable Alarm next;
    @Nullable WatchListener listener;
    String complaint = "";
  }

  public RuntimeWatcher(RuntimeRelist look, NodeServices node, Rhythm rhythm) {
    this.look = look;
    this.time = node.time();
    this.effects = node.effects();
    this.journal = node.journal();
    this.rhythm = rhythm;
    this.mailbox = Mailbox.ofSteps(effects);
    this.lastSuccess = new AtomicReference<>(time.now());
  }

  public void start(WatchListener listener) {
    mailbox.put(() -> {
      state.listener = listener;
      lookAtAll();
    });
  }

  public void close() {
    mailbox.put(() -> {
      state.closed = true;
      cancelNext();
      state.soon.values().forEach(NodeTime.Alarm::cancel);
      state.soon.clear();
    });
  }

  /** When the runtime was last seen whole, for the health of the node. */
  public Instant lastSuccess() {
    return lastSuccess.get();
  }

  /**
   * Asks for a look that begins after this call. It always comes, if need be with a look at all.
   */
  public void lookAt(PodUid uid) {
    mailbox.put(() -> beginLook(uid));
  }

  /** Asks for a look at everything that begins after this call. */
  public void lookAtEverything() {
    mailbox.put(this::lookAtAll);
  }

  public void eventSeen(ContainerEvent event) {
    PodUid uid = event.uid();
    if (uid == null) {
      mailbox.put(this::lookAtAll);
    } else {
      switch (event.kind()) {
        case CREATED, STARTED -> mailbox.put(() -> lookSoon(uid));
        case STOPPED, DELETED -> lookAt(uid);
      }
    }
  }

  private void lookSoon(PodUid uid) {
    if (!state.closed && !state.looking.contains(uid)) {
      state.soon.computeIfAbsent(
          uid, _ -> time.after(ECHO, () -> mailbox.put(() -> lookIfStillDue(uid))));
    } else {
      beginLook(uid);
    }
  }

  private void lookIfStillDue(PodUid uid) {
    if (state.soon.containsKey(uid)) {
      beginLook(uid);
    }
  }

  /** Events flow from now on, or do not any more; either way something may have been missed. */
  public void eventsFlow(boolean flowing) {
    mailbox.put(() -> {
      state.events = flowing;
      lookAtAll();
    });
  }

  private void beginLook(PodUid uid) {
    NodeTime.Alarm due = state.soon.remove(uid);
    if (due != null) {
      due.cancel();
    }
    if (!state.looking.add(uid)) {
      state.again.add(uid);
      return;
    }
    effects.run(
        "look at pod " + uid,
        () -> Attempt.of(() -> look.at(uid)),
        result -> mailbox.put(() -> endLook(uid, result)));
  }

  private void endLook(PodUid uid, Attempt<PodObservation> result) {
    state.looking.remove(uid);
    switch (result) {
      case Attempt.Ok<PodObservation> ok -> {
        listener().lookedAt(ok.value());
        if (state.again.remove(uid)) {
          beginLook(uid);
        }
      }
      // A look at all tells every pod, this one too, as soon as the runtime answers again.
      case Attempt.Failed<PodObservation> failed -> troubled(failed.why());
    }
  }

  private void lookAtAll() {
    if (state.lookingAtAll || state.closed) {
      state.allAgain = true;
      return;
    }
    state.lookingAtAll = true;
    cancelNext();
    Instant takenAt = time.now();
    effects.run(
        "look at all pods",
        () -> Attempt.of(look::atAll),
        result -> mailbox.put(() -> endLookAtAll(takenAt, result)));
  }

  private void endLookAtAll(Instant takenAt, Attempt<List<PodObservation>> result) {
    state.lookingAtAll = false;
    switch (result) {
      case Attempt.Ok<List<PodObservation>> ok -> {
        recovered();
        listener().lookedAtAll(ok.value(), takenAt);
        List<PodUid> asked = List.copyOf(state.again);
        state.again.clear();
        asked.forEach(this::beginLook);
        if (state.allAgain) {
          state.allAgain = false;
          lookAtAll();
        } else {
          lookAgainIn(state.events ? rhythm.withEvents() : rhythm.withoutEvents());
        }
      }
      case Attempt.Failed<List<PodObservation>> failed -> troubled(failed.why());
    }
  }

  private void troubled(String why) {
    if (!why.equals(state.complaint)) {
      state.complaint = why;
      journal.write(Journal.Level.WARNING, "RuntimeTrouble", why);
    }
    if (state.lookingAtAll) {
      // That look began before the question which failed now.
      state.allAgain = true;
    } else {
      state.failures++;
      lookAgainIn(BACKOFF.after(state.failures));
    }
  }

  private void recovered() {
    lastSuccess.set(time.now());
    state.failures = 0;
    if (!state.complaint.isEmpty()) {
      state.complaint = "";
      journal.write(Journal.Level.NORMAL, "RuntimeBack", "the runtime answers again");
    }
  }

  private void lookAgainIn(Duration delay) {
    cancelNext();
    if (!state.closed) {
      state.next = time.after(delay, () -> mailbox.put(this::lookAtAll));
    }
  }

  private void cancelNext() {
    NodeTime.Alarm next = state.next;
    if (next != null) {
      next.cancel();
      state.next = null;
    }
  }

  private WatchListener listener() {
    return Objects.requireNonNull(state.listener, "not started");
  }
}
