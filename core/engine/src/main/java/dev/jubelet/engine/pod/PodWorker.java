package dev.jubelet.engine.pod;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.plan.PodPlanner;
import dev.jubelet.decide.plan.stage.RestartCountStage;
import dev.jubelet.decide.plan.step.Hooks;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.plan.step.WaitingReasons;
import dev.jubelet.decide.state.Moment;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.state.PodNotice;
import dev.jubelet.decide.state.PodState;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.engine.mailbox.Mailbox;
import dev.jubelet.engine.probe.PodProbes;
import dev.jubelet.engine.timeline.StartRecord;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owns one pod and carries its messages: an event in, the next state, the plan for it, effects out.
 * It is told events one at a time; it has no thread and no lock of its own. What an event changes
 * is decided in {@link PodState#next}, what to do in {@link PodPlanner}. Others see the pod through
 * the statuses it publishes.
 */
public final class PodWorker {
  /** A pod passes through a handful of states in one go; more means that two of them disagree. */
  private static final int TURNS_MAX = 10;

  private final PodWorkerContext services;
  private final NodeTime time;
  private final PodWorkerListener listener;
  private final Mailbox<PodEvent> mailbox;
  private final StartRecord start;
  private final PodLogger log;
  private final PodStatusTracker statusTracker;
  private final PodProbes probes;
  private PodState state;
  private NodeTime.@Nullable Alarm alarm;
  private boolean broken;

  /**
   * @param first what the runtime is known to have of the pod; it has to be newer than its last
   *     worker
   */
  public PodWorker(
      PodLifecycle lifecycle,
      PodName name,
      PodObservation first,
      boolean networkReady,
      PodWorkerContext services,
      PodWorkerListener listener) {
    this.services = services;
    this.time = services.node().time();
    this.listener = listener;
    this.mailbox =
        new Mailbox<>(services.node().effects(), this::handle, PodEvent::slot, PodEvent::merged);
    this.start = services.timelines().of(lifecycle.uid());
    if (!(lifecycle instanceof PodLifecycle.Waiting || lifecycle instanceof PodLifecycle.Syncing)) {
      start.over(time.now());
    }
    this.log = new PodLogger(services.node().journal(), name, lifecycle, start);
    this.statusTracker = new PodStatusTracker(services, start);
    this.probes =
        new PodProbes(
            services.node(),
            services.actuator().probeRunner(),
            services.statusBasics().hostIps(),
            this::tell);
    this.state = PodState.first(lifecycle, first, networkReady, moment(0));
  }

  /** Tells the worker something; it is handled later, never on the caller's stack. */
  public void tell(PodEvent event) {
    mailbox.put(event);
  }

  private void handle(PodEvent event) {
    if (broken || state.lifecycle() instanceof PodLifecycle.Finished) {
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
      // Crash-only per pod: whatever went wrong in here, the next worker starts from a fresh look.
      broken = true;
      probes.close();
      listener.broken(state.lifecycle().uid(), bug);
    }
  }

  private static boolean isProbing(PodEvent event) {
    return event instanceof PodEvent.Probed || event instanceof PodEvent.ProbeDue;
  }

  private void take(PodEvent event) {
    if (event instanceof PodEvent.Probed probed) {
      probes.ended(probed.key(), probed.result());
    } else if (event instanceof PodEvent.ProbeDue) {
      probes.rang();
    }
    next(event);
  }

  /** Only a failure waits for a time that nobody can foresee. */
  private void next(PodEvent event) {
    boolean failed =
        event instanceof PodEvent.ActionEnded ended
            && ended.result() instanceof ActionResult.Failed;
    PodState.Next next = state.next(event, moment(failed ? services.node().jitter().next() : 0));
    state = next.state();
    if (event instanceof PodEvent.ActionEnded ended) {
      log.ended(ended);
    }
    next.notices().forEach(this::pass);
  }

  private void pass(PodNotice notice) {
    switch (notice) {
      case PodNotice.Moved moved -> log.moves(moved.from(), moved.to(), time.now());
      case PodNotice.Resized _ -> listener.resized(state.lifecycle().uid());
      case PodNotice.Overdue overdue ->
          listener.overdue(state.lifecycle().uid(), overdue.message());
      case PodNotice.Ended _ -> {
        publish();
        listener.ended(state.lifecycle().uid());
      }
      case PodNotice.Finished _ -> listener.finished(state.lifecycle().uid());
    }
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
    Instant now = time.now();
    probes.look(state.lifecycle(), state.observed(), Set.copyOf(Hooks.unfinished(view(), now)));
    start.sees(this::view, probes.unpassed(), now);
  }

  private void advance() {
    for (int turn = 0; turn < TURNS_MAX; turn++) {
      PodPlan plan = PodPlanner.plan(view(), time.now());
      if (!follow(plan)) {
        lookIfNeeded();
        publish();
        return;
      }
    }
    throw new IllegalStateException("the planner does not settle in " + state.lifecycle());
  }

  private void publish() {
    PodView view = view();
    boolean unproven = state.lifecycle() instanceof PodLifecycle.Syncing && probes.awaited();
    if (!unproven && !RestartCountStage.isAwaited(view)) {
      statusTracker.publish(view, probes.readiness(), time);
      log.holdsUp(WaitingReasons.of(view, time.now()));
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
        log.waits(wait.why());
        return false;
      }
      case PodPlan.WaitForChange wait -> {
        wakeAt(null);
        log.waits(wait.why());
        return false;
      }
      case PodPlan.End end when end.cause() == Termination.Cause.DEADLINE_EXCEEDED -> {
        wakeAt(null);
        next(new PodEvent.DeadlinePassed(end.message()));
        return false;
      }
      case PodPlan.End end -> {
        next(
            new PodEvent.Ending(
                new Termination(end.cause(), time.now(), endingGrace(), end.message()), true));
        return true;
      }
      case PodPlan.Settled _ -> {
        wakeAt(null);
        PodLifecycle before = state.lifecycle();
        next(new PodEvent.Settled());
        boolean over = state.lifecycle() instanceof PodLifecycle.Finished;
        return !over && !state.lifecycle().equals(before);
      }
    }
  }

  private Duration endingGrace() {
    return state.lifecycle() instanceof PodLifecycle.Syncing syncing
        ? GracePeriods.ofPod(syncing.pod())
        : GracePeriods.LEAST;
  }

  private void begin(Action action, String why) {
    Instant startedAt = time.now();
    log.begins(action, why, startedAt);
    // Probes have announced the end of those whom they gave up.
    if (action instanceof Action.StopContainer stop
        && !probes.condemned().containsKey(stop.container().id())) {
      log.kills(stop.container());
    }
    next(new PodEvent.ActionBegun(action, startedAt));
    services
        .node()
        .effects()
        .run(
            log.taskName(action),
            () -> services.actuator().perform(action),
            result -> tell(new PodEvent.ActionEnded(action, result, startedAt, time.now())));
  }

  private void lookIfNeeded() {
    if (state.needsLook()) {
      next(new PodEvent.Looking());
      services.look().accept(state.lifecycle().uid());
    }
  }

  private void wakeAt(@Nullable Instant at) {
    if (alarm != null) {
      alarm.cancel();
    }
    alarm =
        at == null
            ? null
            : time.after(Duration.between(time.now(), at), () -> tell(new PodEvent.Alarm()));
  }

  private PodView view() {
    return new PodView(state, services.crashSchedule(), probes.condemned(), probes.unstarted());
  }

  private Moment moment(double jitter) {
    return new Moment(time.now(), time.wall(), jitter, services.crashSchedule());
  }
}
