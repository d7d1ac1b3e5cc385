package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.decide.plan.Chore;
import dev.jubelet.decide.plan.Definitions;
import dev.jubelet.decide.plan.Hook;
import dev.jubelet.decide.plan.Hooks;
import dev.jubelet.decide.plan.ImagesAhead;
import dev.jubelet.decide.plan.PodMemory;
import dev.jubelet.decide.plan.PodView;
import dev.jubelet.decide.plan.Retry;
import dev.jubelet.decide.plan.StaleInputs;
import dev.jubelet.decide.resize.ContainerAmounts;
import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeStanding;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.engine.act.Outcome;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.LifecycleHandler;
import dev.jubelet.model.container.SleepAction;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How the memory of a pod changes with what is seen and with how actions went. All pure. */
final class Recollection {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private Recollection() {}

  /** Notes new exits on our own clock, the highest attempts, and crash loops older than we are. */
  static PodMemory noting(
      PodMemory memory, PodObservation seen, BackoffSchedule schedule, NodeTime time) {
    Map<ContainerId, Instant> exits = new LinkedHashMap<>();
    Map<String, Integer> attempts = new LinkedHashMap<>(memory.attempts());
    PodMemory noted = memory.keeping(seen);
    for (ObservedContainer container : seen.containers()) {
      attempts.merge(container.name(), container.attempt(), Math::max);
      if (container.condition() instanceof ContainerCondition.Exited exited) {
        Instant known = memory.exits().get(container.id());
        exits.put(container.id(), known != null ? known : onOurClock(exited.finishedAt(), time));
      }
      boolean newest = seen.newest(container.name()).filter(container::equals).isPresent();
      if (newest) {
        noted = unheard(noted, container, seen, schedule, time.now());
      }
      if (newest && !memory.crashes().containsKey(container.name())) {
        Backoff assumed =
            schedule.assumed(container.attempt(), onOurClock(container.createdAt(), time));
        noted = assumed == null ? noted : noted.crash(container.name(), assumed);
      }
    }
    return noted.noting(exits, attempts);
  }

  /**
   * An instance that is there although its making or its start was answered with a failure: it
   * counts like any other, or its next crash would not wait.
   */
  private static PodMemory unheard(
      PodMemory memory,
      ObservedContainer newest,
      PodObservation seen,
      BackoffSchedule schedule,
      Instant now) {
    String name = newest.name();
    Integer known = memory.attempts().get(name);
    PodMemory told = newest.running() ? memory.succeeded("start " + name) : memory;
    if (known == null || newest.attempt() <= known) {
      return told;
    }
    Backoff next =
        seen.containers().stream()
            .filter(c -> c.name().equals(name) && memory.exits().containsKey(c.id()))
            .findFirst()
            .map(c -> memory.exits().get(c.id()))
            .map(exitedAt -> schedule.afterTry(memory.crashes().get(name), exitedAt, now))
            .orElse(null);
    return told.created(name, next, newest.attempt()).succeeded("create " + name);
  }

  /**
   * When the pod began: what its status says, or when its oldest sandbox was made, which another
   * life of our process may have done; else now.
   */
  static Instant began(PodLifecycle lifecycle, PodObservation first, NodeTime time) {
    Instant told =
        switch (lifecycle) {
          case PodLifecycle.Waiting waiting -> waiting.pod().status().startTime();
          case PodLifecycle.Syncing syncing -> syncing.pod().status().startTime();
          case PodLifecycle.Terminating _, PodLifecycle.Terminated _, PodLifecycle.Finished _ ->
              null;
        };
    Instant since =
        told != null
            ? told
            : first.sandboxes().stream()
                .map(ObservedSandbox::createdAt)
                .min(Comparator.naturalOrder())
                .orElse(time.wall());
    return onOurClock(since, time);
  }

  /** The machine's clock may have been set since: nothing has happened in the future. */
  private static Instant onOurClock(Instant wall, NodeTime time) {
    Duration ago = Duration.between(wall, time.wall());
    Instant now = time.now();
    boolean unknown = wall.equals(Instant.EPOCH) || ago.isNegative();
    return unknown ? now : now.minus(ago);
  }

  static PodMemory succeeded(
      PodMemory memory, Action action, Outcome outcome, PodView before, Instant now) {
    PodMemory kept = memory.succeeded(action.key());
    return switch (action) {
      case Action.PrepareCgroup _ -> kept.doing(Chore.CGROUP);
      case Action.PrepareDirectories _ ->
          outcome instanceof Outcome.Prepared prepared
              ? kept.doing(Chore.DIRECTORIES).recalled(prepared.attempts())
              : kept.doing(Chore.DIRECTORIES);
      case Action.MountVolume mount ->
          outcome instanceof Outcome.Mounted mounted
              ? kept.mounted(mount.volume().name(), mounted.path())
              : kept;
      case Action.RefreshVolume refresh ->
          outcome instanceof Outcome.Mounted mounted
              ? kept.mounted(refresh.volume().name(), mounted.path())
              : kept;
      case Action.ReadyImage ready ->
          outcome instanceof Outcome.ImageFound found && isWanted(before, ready.container())
              ? kept.pulled(action.key()).imageReady(ready.container().name(), found.image())
              : kept;
      case Action.CreateContainer create ->
          outcome instanceof Outcome.ContainerNow made && made.container() != null
              ? created(kept, create, before, now)
                  .resize(kept.resize().gave(made.container().id(), amounts(create)))
              : created(kept, create, before, now);
      case Action.StopContainer stop -> stopped(kept, stop, outcome, now);
      case Action.RunPostStart hook ->
          kept.postStart(hook.instance().id(), ranOrSleeps(hook.handler(), now));
      case Action.RunPreStop hook ->
          kept.preStop(hook.instance().id(), ranOrSleeps(hook.handler(), now));
      case Action.RemoveContainer remove -> removed(kept, remove, before, now);
      case Action.Resize resize -> kept.resize(resized(kept.resize(), resize.step()));
      case Action.StopSandbox stop -> kept.stopped(stop.sandbox().id());
      case Action.UnmountVolumes _ -> kept.doing(Chore.UNMOUNTED);
      case Action.RemoveCgroup _ -> kept.doing(Chore.CGROUP_REMOVED);
      case Action.RemoveDirectories _ -> kept.doing(Chore.DIRECTORIES_REMOVED);
      case Action.RunSandbox _, Action.StartContainer _, Action.RemoveSandbox _ -> kept;
    };
  }

  /** What is noted when a step begins, since its outcome may never be heard. */
  static PodMemory begun(PodMemory memory, Action action, Instant now) {
    return switch (action) {
      case Action.StopContainer stop ->
          memory
              .stopBegun(stop.container().id(), now)
              .granted(stop.container().id(), stop.nominal());
      case Action.RunPreStop hook -> memory.stopBegun(hook.instance().id(), now);
      case Action.StartContainer start ->
          all(start.pod()).stream()
                  .anyMatch(
                      c -> c.name().equals(start.container().name()) && Hooks.postStart(c) != null)
              ? memory.postStart(start.container().id(), Hook.DUE)
              : memory;
      case Action.PrepareCgroup _,
          Action.PrepareDirectories _,
          Action.MountVolume _,
          Action.RefreshVolume _,
          Action.RunSandbox _,
          Action.ReadyImage _,
          Action.CreateContainer _,
          Action.RunPostStart _,
          Action.Resize _,
          Action.StopSandbox _,
          Action.RemoveContainer _,
          Action.RemoveSandbox _,
          Action.UnmountVolumes _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          memory;
    };
  }

  private static Hook ranOrSleeps(LifecycleHandler handler, Instant now) {
    SleepAction sleep = handler.sleep();
    boolean acts =
        handler.exec() != null || handler.httpGet() != null || handler.tcpSocket() != null;
    return sleep == null || acts ? Hook.DONE : new Hook.Sleeping(now.plusSeconds(sleep.seconds()));
  }

  /** Taking away what asked for a restart of all is the next try: the one after it waits longer. */
  private static PodMemory removed(
      PodMemory memory, Action.RemoveContainer remove, PodView before, Instant now) {
    ObservedContainer gone = remove.container();
    Instant exitedAt = memory.exits().get(gone.id());
    boolean asked =
        before.lifecycle() instanceof PodLifecycle.Syncing syncing
            && before.observed().newest(gone.name()).filter(gone::equals).isPresent()
            && gone.condition() instanceof ContainerCondition.Exited exited
            && all(syncing.pod()).stream()
                .anyMatch(c ->
                    c.name().equals(gone.name()) && RestartRule.restartsAll(c, exited.exitCode()));
    return asked && exitedAt != null
        ? memory.crash(
            gone.name(),
            before.crashSchedule().afterTry(memory.crashes().get(gone.name()), exitedAt, now))
        : memory;
  }

  /**
   * A runtime that says "stopped" and shows the container as before is asked again, not at once.
   */
  private static PodMemory stopped(
      PodMemory memory, Action.StopContainer stop, Outcome outcome, Instant now) {
    boolean stillThere =
        outcome instanceof Outcome.ContainerNow after
            && after.container() != null
            && !(after.container().condition() instanceof ContainerCondition.Exited);
    Setback setback =
        new Setback("FailedKillPod", "it was stopped and still does not count as ended");
    return stillThere
        ? memory.failed(stop.key(), new Retry(now, now.plus(PAUSE), setback, null))
        : memory;
  }

  static PodMemory resizing(PodMemory memory, PodEvent.Resizing told) {
    return memory.resize(memory.resize().told(told.wanted(), told.pending(), told.underway()));
  }

  private static ResizeStanding resized(ResizeStanding standing, ResizeStep step) {
    return switch (step) {
      case ResizeStep.Begin _ -> standing.raised();
      case ResizeStep.Change change -> standing.gave(change.instance().id(), change.amounts());
      case ResizeStep.Finish _ -> standing.finished();
    };
  }

  /** A container has what its pod had when it was made, whatever the pod was given meanwhile. */
  private static ContainerAmounts amounts(Action.CreateContainer create) {
    return PodAllocation.of(create.pod()).amounts(create.container().name());
  }

  /** An image that was asked for before an update serves nobody any more. */
  private static boolean isWanted(PodView before, Container container) {
    return before.lifecycle() instanceof PodLifecycle.Syncing syncing
        && ImagesAhead.isWanted(syncing.pod(), container.name(), container.image());
  }

  /** Voids what was made ready, or failed, for images that the pod does not name any more. */
  static PodMemory redefined(PodMemory memory, Pod before, Pod now) {
    PodMemory left = memory.stale(StaleInputs.of(before, now));
    for (Container container : all(now)) {
      boolean same =
          all(before).stream()
              .anyMatch(
                  c -> c.name().equals(container.name()) && c.image().equals(container.image()));
      left = same ? left : left.redefined(container.name());
    }
    return left;
  }

  private static List<Container> all(Pod pod) {
    return Stream.of(
            pod.spec().initContainers().stream(),
            pod.spec().containers().stream(),
            pod.spec().ephemeralContainers().stream().map(EphemeralContainer::asContainer))
        .flatMap(containers -> containers)
        .toList();
  }

  /** The next crash waits for longer; a first instance has not crashed yet. */
  private static PodMemory created(
      PodMemory memory, Action.CreateContainer create, PodView before, Instant now) {
    String name = create.container().name();
    // The newest that ended: one that was made and never ran has not crashed.
    Instant exitedAt =
        before.observed().containers().stream()
            .filter(c -> c.name().equals(name) && memory.exits().containsKey(c.id()))
            .findFirst()
            .map(c -> memory.exits().get(c.id()))
            .orElse(null);
    boolean redefined =
        before
            .observed()
            .newest(name)
            .filter(c -> Definitions.changed(create.container(), c))
            .isPresent();
    Backoff next =
        exitedAt == null
            ? null
            : before
                .crashSchedule()
                .afterTry(redefined ? null : memory.crashes().get(name), exitedAt, now);
    return memory.created(name, next, create.attempt());
  }
}
