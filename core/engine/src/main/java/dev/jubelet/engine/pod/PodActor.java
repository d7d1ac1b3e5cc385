package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.decide.plan.Graces;
import dev.jubelet.decide.plan.Hooks;
import dev.jubelet.decide.plan.PodMemory;
import dev.jubelet.decide.plan.PodPlan;
import dev.jubelet.decide.plan.PodPlanner;
import dev.jubelet.decide.plan.PodTransitions;
import dev.jubelet.decide.plan.PodView;
import dev.jubelet.decide.plan.RecallStage;
import dev.jubelet.decide.plan.Setbacks;
import dev.jubelet.decide.plan.StaleInputs;
import dev.jubelet.decide.probe.ProbeKey;
import dev.jubelet.decide.probe.ProbeResult;
import dev.jubelet.engine.act.ActionResult;
import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.engine.probe.PodProbes;
import dev.jubelet.engine.timeline.StartRecord;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns one pod. It is told events, one at a time, and asks the planner what to do next; it has no
 * thread and no lock of its own. Others see the pod through the statuses it publishes.
 */
public final class PodActor {
  /** A pod passes through a handful of states in one go; more means that two of them disagree. */
  private static final int TURNS_MAX = 10;

  private final PodServices services;
  private final PodNews news;
  private final Mailbox<PodEvent> mailbox;
  private final StartRecord start;
  private final Diary diary;
  private final Map<String, Action> inFlight = new LinkedHashMap<>();
  private boolean overdue;
  private final Sight sight;
  private final StatusKeeper statusKeeper;
  private final PodProbes probes;
  private State state;

  private record State(
      PodLifecycle lifecycle,
      PodMemory memory,
      boolean networkReady,
      NodeTime.@Nullable Alarm alarm,
      boolean broken) {}

  /**
   * @param first what the runtime is known to have of the pod; it has to be newer than its last
   *     actor
   */
  public PodActor(
      PodLifecycle lifecycle,
      PodName name,
      PodObservation first,
      boolean networkReady,
      PodServices services,
      PodNews news) {
    this.services = services;
    this.news = news;
    this.mailbox =
        new Mailbox<>(services.effects(), this::handle, PodEvent::slot, PodEvent::merged);
    this.start = services.timelines().of(lifecycle.uid());
    if (!(lifecycle instanceof PodLifecycle.Waiting || lifecycle instanceof PodLifecycle.Syncing)) {
      start.over(services.time().now());
    }
    this.diary = new Diary(services.journal(), name, lifecycle, start);
    this.sight = new Sight(first);
    this.statusKeeper = new StatusKeeper(services, start);
    this.probes = new PodProbes(means(services), new ProbeMail());
    PodMemory memory =
        Recollection.noting(
            PodMemory.EMPTY.activeSince(Recollection.began(lifecycle, first, services.time())),
            first,
            services.crashSchedule(),
            services.time());
    this.state = new State(lifecycle, memory, networkReady, null, false);
  }

  /** Tells the actor something; it is handled later, never on the caller's stack. */
  public void tell(PodEvent event) {
    mailbox.put(event);
  }

  private void handle(PodEvent event) {
    if (state.broken() || state.lifecycle() instanceof PodLifecycle.Finished) {
      return;
    }
    try {
      take(event);
      lookForProbes();
      // Most answers of probes change nothing, and there are many of them.
      if (probes.takeChanged() || !isProbing(event)) {
        advance();
      }
      probe();
    } catch (RuntimeException bug) {
      // Crash-only per pod: whatever went wrong in here, the next actor starts from a fresh look.
      state = new State(state.lifecycle(), state.memory(), state.networkReady(), null, true);
      probes.close();
      news.broken(state.lifecycle().uid(), bug);
    }
  }

  private static boolean isProbing(PodEvent event) {
    return event instanceof PodEvent.Probed || event instanceof PodEvent.ProbeDue;
  }

  /** Only after planning: what is about to be stopped or has moved on is probed accordingly. */
  private void probe() {
    lookForProbes();
    probes.proceed();
    if (probes.takeChanged()) {
      advance();
    }
  }

  /** Nobody probes a container whose postStart hook has not ended: it is still being started. */
  private void lookForProbes() {
    Instant now = services.time().now();
    probes.look(state.lifecycle(), sight.observed(), Set.copyOf(Hooks.unfinished(view(), now)));
    start.sees(this::view, probes.unpassed(), now);
  }

  private void take(PodEvent event) {
    switch (event) {
      case PodEvent.Desired desired -> desire(desired.pod());
      case PodEvent.Resizing resizing -> {
        desire(resizing.pod());
        remember(Recollection.resizing(state.memory(), resizing));
      }
      case PodEvent.Released _ -> move(PodTransitions.released(state.lifecycle()));
      case PodEvent.Ending ending ->
          move(PodTransitions.ending(state.lifecycle(), ending.termination(), ending.wanted()));
      case PodEvent.Dismissed _ -> dismiss();
      case PodEvent.Observed observed -> {
        sight.looked(observed.observation(), inFlight.values());
        note();
      }
      case PodEvent.ActionEnded ended -> ended(ended);
      case PodEvent.NetworkReady network ->
          state =
              new State(state.lifecycle(), state.memory(), network.ready(), state.alarm(), false);
      case PodEvent.ObjectsChanged changed -> {
        if (state.lifecycle() instanceof PodLifecycle.Syncing syncing) {
          remember(state.memory().stale(StaleInputs.of(syncing.pod(), changed.reference())));
        }
      }
      case PodEvent.Probed probed -> probes.ended(probed.key(), probed.result());
      case PodEvent.ProbeDue _ -> probes.rang();
      case PodEvent.Alarm _ -> {}
    }
  }

  private void desire(Pod pod) {
    if (state.lifecycle() instanceof PodLifecycle.Syncing syncing) {
      remember(Recollection.redefined(state.memory(), syncing.pod(), pod));
    }
    move(PodTransitions.updated(state.lifecycle(), pod));
  }

  private void dismiss() {
    if (state.lifecycle() instanceof PodLifecycle.Waiting waiting) {
      move(new PodLifecycle.Finished(waiting.uid()));
      news.finished(waiting.uid());
    }
  }

  private void ended(PodEvent.ActionEnded ended) {
    Action action = ended.action();
    PodView before = view();
    inFlight.remove(action.key());
    switch (ended.result()) {
      case ActionResult.Done done -> {
        sight.did(action, done.outcome(), ended.endedAt());
        remember(
            Recollection.succeeded(
                state.memory(), action, done.outcome(), before, ended.endedAt()));
      }
      case ActionResult.Failed failed -> {
        sight.did(action, null, ended.endedAt());
        if (failed.outcomeUnknown()) {
          sight.unclear(action, ended.endedAt());
        }
        remember(
            FailedSteps.noted(
                state.memory(), action, failed, ended.endedAt(), services.dice().next()));
      }
    }
    note();
    diary.ended(ended);
    if (before.memory().resize().underway() != null && state.memory().resize().underway() == null) {
      news.resized(state.lifecycle().uid());
    }
  }

  private void note() {
    remember(
        Recollection.noting(
            state.memory(), sight.observed(), services.crashSchedule(), services.time()));
  }

  private void advance() {
    for (int turn = 0; turn < TURNS_MAX; turn++) {
      PodPlan plan = PodPlanner.plan(view(), services.time().now());
      if (!follow(plan)) {
        lookIfNeeded();
        publish();
        return;
      }
    }
    throw new IllegalStateException("no end of turns in " + state.lifecycle());
  }

  private void publish() {
    PodView view = view();
    boolean unproven = state.lifecycle() instanceof PodLifecycle.Syncing && probes.awaited();
    if (!unproven && !RecallStage.isAwaited(view)) {
      statusKeeper.publish(view, probes.readiness(), services.time());
      diary.holdsUp(Setbacks.of(view, services.time().now()));
    }
  }

  /**
   * @return whether the pod moved on, so that the planner has to be asked again at once
   */
  private boolean follow(PodPlan plan) {
    switch (plan) {
      case PodPlan.Act act -> {
        wakeAt(act.wakeAt());
        act.actions().forEach(action -> begin(action, act.why()));
        return false;
      }
      case PodPlan.WaitUntil wait -> {
        wakeAt(wait.at());
        diary.waits(wait.why());
        return false;
      }
      case PodPlan.WaitForChange wait -> {
        wakeAt(null);
        diary.waits(wait.why());
        return false;
      }
      case PodPlan.End end when end.cause() == Termination.Cause.DEADLINE_EXCEEDED -> {
        wakeAt(null);
        if (!overdue) {
          overdue = true;
          news.overdue(state.lifecycle().uid(), end.message());
        }
        return false;
      }
      case PodPlan.End end -> {
        move(
            PodTransitions.ending(
                state.lifecycle(),
                new Termination(end.cause(), services.time().now(), endingGrace(), end.message()),
                true));
        return true;
      }
      case PodPlan.Settled _ -> {
        wakeAt(null);
        return settle();
      }
    }
  }

  private Duration endingGrace() {
    return state.lifecycle() instanceof PodLifecycle.Syncing syncing
        ? Graces.ofPod(syncing.pod())
        : Graces.LEAST;
  }

  private boolean settle() {
    PodLifecycle next = PodTransitions.settled(state.lifecycle());
    if (next.equals(state.lifecycle())) {
      return false;
    }
    move(next);
    switch (next) {
      case PodLifecycle.Terminated _ -> {
        publish();
        news.ended(next.uid());
      }
      case PodLifecycle.Finished _ -> news.finished(next.uid());
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _, PodLifecycle.Terminating _ -> {}
    }
    return !(next instanceof PodLifecycle.Finished);
  }

  private void begin(Action action, String why) {
    inFlight.put(action.key(), action);
    Instant startedAt = services.time().now();
    diary.begins(action, why, startedAt);
    // Probes have announced the end of those whom they gave up.
    if (action instanceof Action.StopContainer stop
        && !probes.condemned().containsKey(stop.container().id())) {
      diary.kills(stop.container());
    }
    remember(state.memory().begun(action.key()));
    remember(Recollection.begun(state.memory(), action, startedAt));
    services
        .effects()
        .run(
            diary.taskName(action),
            () -> services.actuator().perform(action),
            result ->
                tell(new PodEvent.ActionEnded(action, result, startedAt, services.time().now())));
  }

  private void lookIfNeeded() {
    boolean makesChanges = inFlight.values().stream().anyMatch(Sight::changesSight);
    if (!makesChanges && sight.takeLookAgain()) {
      services.look().accept(state.lifecycle().uid());
    }
  }

  private void move(PodLifecycle next) {
    if (next.equals(state.lifecycle())) {
      return;
    }
    boolean beginsToEnd =
        next instanceof PodLifecycle.Terminating
            && !(state.lifecycle() instanceof PodLifecycle.Terminating);
    diary.moves(state.lifecycle(), next, services.time().now());
    PodMemory memory = beginsToEnd ? state.memory().withoutRetries() : state.memory();
    state = new State(next, memory, state.networkReady(), state.alarm(), false);
  }

  private void remember(PodMemory memory) {
    state = new State(state.lifecycle(), memory, state.networkReady(), state.alarm(), false);
  }

  private void wakeAt(@Nullable Instant at) {
    NodeTime.Alarm old = state.alarm();
    if (old != null) {
      old.cancel();
    }
    NodeTime.Alarm alarm =
        at == null
            ? null
            : services
                .time()
                .after(
                    Duration.between(services.time().now(), at), () -> tell(new PodEvent.Alarm()));
    state = new State(state.lifecycle(), state.memory(), state.networkReady(), alarm, false);
  }

  private PodView view() {
    return new PodView(
        state.lifecycle(),
        sight.observed(),
        sight.fresh(),
        state.memory(),
        List.copyOf(inFlight.values()),
        state.networkReady(),
        services.crashSchedule(),
        probes.condemned(),
        probes.unstarted());
  }

  private static PodProbes.Means means(PodServices services) {
    return new PodProbes.Means(
        services.time(),
        services.effects(),
        services.dice(),
        services.journal(),
        services.actuator().probeRunner(),
        services.statusBasics().hostIps());
  }

  private final class ProbeMail implements PodProbes.Owner {
    @Override
    public void probeDue() {
      tell(new PodEvent.ProbeDue());
    }

    @Override
    public void probed(ProbeKey key, ProbeResult result) {
      tell(new PodEvent.Probed(key, result));
    }
  }
}
