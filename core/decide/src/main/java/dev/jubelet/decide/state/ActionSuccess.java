package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.resize.ContainerAmounts;
import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.container.handler.SleepAction;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is seen and remembered after a step that went well. */
final class ActionSuccess {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final PodState before;
  private final PodMemory memory;
  private final ActualPodState actual;
  private final Moment moment;
  private final Instant endedAt;

  private ActionSuccess(PodState before, Action action, Instant endedAt, Moment moment) {
    this.before = before;
    this.memory = before.memory().succeeded(action.key());
    this.actual = before.actual().did(action, endedAt);
    this.moment = moment;
    this.endedAt = endedAt;
  }

  static PodState after(
      PodState before, Action action, Outcome outcome, Instant endedAt, Moment moment) {
    return new ActionSuccess(before, action, endedAt, moment).state(action, outcome);
  }

  private PodState state(Action action, Outcome outcome) {
    return switch (action) {
      case Action.PrepareCgroup _ -> remembering(memory.doing(RememberedStep.CGROUP));
      case Action.PrepareDirectories _ -> prepared(outcome);
      case Action.MountVolume mount -> mounted(mount.volume().name(), outcome);
      case Action.RefreshVolume refresh -> mounted(refresh.volume().name(), outcome);
      case Action.EnsureImage ready -> imageReady(ready, outcome);
      case Action.RunSandbox _ ->
          outcome instanceof Outcome.SandboxRan ran
              ? seeing(actual.with(ran.sandbox()))
              : remembering(memory);
      case Action.CreateContainer create -> created(create, outcome);
      case Action.StartContainer start -> seeing(seen(start, outcome));
      case Action.RunPostStart hook ->
          remembering(memory.postStart(hook.instance().id(), ranOrSleeps(hook.handler())));
      case Action.RunPreStop hook ->
          remembering(memory.preStop(hook.instance().id(), ranOrSleeps(hook.handler())));
      case Action.StopContainer stop -> stopped(stop, outcome);
      case Action.Resize resize ->
          remembering(memory.resize(resized(memory.resize(), resize.step())));
      case Action.StopSandbox stop ->
          state(memory.stopped(stop.sandbox().id()), actual.stopped(stop.sandbox().id()));
      case Action.RemoveContainer remove ->
          state(removed(remove.container()), actual.without(remove.container().id()));
      case Action.RemoveSandbox remove -> seeing(actual.without(remove.sandbox().id()));
      case Action.UnmountVolumes _ -> remembering(memory.doing(RememberedStep.UNMOUNTED));
      case Action.RemoveCgroup _ -> remembering(memory.doing(RememberedStep.CGROUP_REMOVED));
      case Action.RemoveDirectories _ ->
          remembering(memory.doing(RememberedStep.DIRECTORIES_REMOVED));
    };
  }

  private PodState remembering(PodMemory remembered) {
    return state(remembered, actual);
  }

  private PodState seeing(ActualPodState seen) {
    return state(memory, seen);
  }

  private PodState state(PodMemory remembered, ActualPodState seen) {
    return before.with(remembered).with(seen);
  }

  /** What the runtime shows of the container that a step changed, where it said so. */
  private ActualPodState seen(Action action, Outcome outcome) {
    return outcome instanceof Outcome.ContainerNow now
        ? actual.with(action, now.container(), endedAt)
        : actual;
  }

  private PodState prepared(Outcome outcome) {
    PodMemory done = memory.doing(RememberedStep.DIRECTORIES);
    if (outcome instanceof Outcome.Prepared prepared) {
      // What logs tell of attempts that nobody can see any more.
      for (Map.Entry<String, Integer> told : prepared.attempts().entrySet()) {
        done = done.attempted(told.getKey(), told.getValue());
      }
    }
    return remembering(done);
  }

  private PodState mounted(String volume, Outcome outcome) {
    return remembering(
        outcome instanceof Outcome.Mounted mounted
            ? memory.mounted(volume, mounted.path())
            : memory);
  }

  /** An image that was asked for before an update serves nobody any more. */
  private PodState imageReady(Action.EnsureImage ready, Outcome outcome) {
    Container asker = ready.container();
    boolean wanted =
        before.lifecycle() instanceof PodLifecycle.Syncing syncing
            && ImageAskers.isWanted(syncing.pod(), asker.name(), asker.image());
    return remembering(
        wanted && outcome instanceof Outcome.ImageFound found
            ? memory.pulled(ready.key()).imageReady(asker.name(), found.image())
            : memory);
  }

  /** A container has what its pod had when it was made, whatever the pod was given meanwhile. */
  private PodState created(Action.CreateContainer create, Outcome outcome) {
    String name = create.container().name();
    PodMemory made = memory.created(name, nextCrash(create), create.attempt());
    ObservedContainer instance = outcome instanceof Outcome.ContainerNow n ? n.container() : null;
    ContainerAmounts amounts = PodAllocation.of(create.pod()).amounts(name);
    return state(
        instance == null ? made : made.resize(memory.resize().gave(instance.id(), amounts)),
        seen(create, outcome));
  }

  /** The next crash waits for longer; a first instance has not crashed yet. */
  private @Nullable Backoff nextCrash(Action.CreateContainer create) {
    String name = create.container().name();
    Instant exitedAt = memory.newestExit(name, before.observed());
    boolean redefined =
        before
            .observed()
            .newest(name)
            .filter(c -> DefinitionDiff.changed(create.container(), c))
            .isPresent();
    return exitedAt == null
        ? null
        : moment
            .crashSchedule()
            .afterTry(redefined ? null : memory.container(name).crash(), exitedAt, endedAt);
  }

  /** A hook that only sleeps is not waited for by the one who runs it. */
  private Hook ranOrSleeps(LifecycleHandler handler) {
    SleepAction sleep = handler.sleep();
    boolean acts =
        handler.exec() != null || handler.httpGet() != null || handler.tcpSocket() != null;
    return sleep == null || acts
        ? Hook.DONE
        : new Hook.Sleeping(endedAt.plusSeconds(sleep.seconds()));
  }

  /**
   * A runtime that says "stopped" and shows the container as before is asked again, not at once.
   */
  private PodState stopped(Action.StopContainer stop, Outcome outcome) {
    boolean stillThere =
        outcome instanceof Outcome.ContainerNow after
            && after.container() != null
            && !(after.container().condition() instanceof ContainerCondition.Exited);
    WaitingReason waitingReason =
        new WaitingReason("FailedKillPod", "it was stopped and still does not count as ended");
    return state(
        stillThere
            ? memory.failed(
                stop.key(), new Retry(endedAt, endedAt.plus(PAUSE), waitingReason, null))
            : memory,
        seen(stop, outcome));
  }

  private static ResizeState resized(ResizeState standing, ResizeStep step) {
    return switch (step) {
      case ResizeStep.Begin _ -> standing.raised();
      case ResizeStep.Change change -> standing.gave(change.instance().id(), change.amounts());
      case ResizeStep.Finish _ -> standing.finished();
    };
  }

  /** Taking away what asked for a restart of all is the next try: the one after it waits longer. */
  private PodMemory removed(ObservedContainer gone) {
    Instant exitedAt = memory.instance(gone.id()).exitedAt();
    boolean asked =
        before.lifecycle() instanceof PodLifecycle.Syncing syncing
            && before.observed().newest(gone.name()).filter(gone::equals).isPresent()
            && gone.condition() instanceof ContainerCondition.Exited exited
            && syncing
                .pod()
                .spec()
                .allContainers()
                .anyMatch(c ->
                    c.name().equals(gone.name()) && RestartRule.restartsAll(c, exited.exitCode()));
    return asked && exitedAt != null
        ? memory.crash(
            gone.name(),
            moment
                .crashSchedule()
                .afterTry(memory.container(gone.name()).crash(), exitedAt, endedAt))
        : memory;
  }
}
