package dev.jubelet.simulator;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.simulator.world.CallObserver;
import dev.jubelet.simulator.world.World;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must hold after every event, whatever the world does. It sees only what is outside of our
 * process: the runtime's history, the calls that reach the world, and the statuses that come out.
 */
final class Invariants implements CallObserver {
  private final World world;
  private final SimulationHistory history = new SimulationHistory();
  private final InstanceRules instanceRules;
  private final CallRules callRules;
  private final StatusRules statusRules;
  private final StopRules stopRules;
  private final KindRules kindRules;
  private final DeadlineRules deadlineRules;
  private final TimelineRules timelineRules;

  private Invariants(World world) {
    this.world = world;
    this.instanceRules = new InstanceRules(world, history);
    this.callRules = new CallRules(world, history);
    this.statusRules = new StatusRules(history, () -> world.lives);
    this.deadlineRules = new DeadlineRules(world, history);
    this.stopRules =
        new StopRules(world, history, statusRules::status, deadlineRules::mayBeOverdue);
    this.kindRules = new KindRules(world, history);
    this.timelineRules = new TimelineRules(world::timeline);
  }

  /** Watches over that world from now on. */
  static Invariants of(World world) {
    Invariants invariants = new Invariants(world);
    world.watchedBy(invariants);
    return invariants;
  }

  /** The source lists a pod, for the first time or with another definition. */
  void listed(Pod pod) {
    history.listed(pod, world.time.now());
  }

  /** When the newest instance of a container ended, also when nothing is left of it. */
  @Nullable Instant lastEnd(PodUid uid, String container) {
    SimulationHistory.Instance newest = history.newest(uid, container);
    return newest == null ? null : newest.exitedAt();
  }

  void removed(PodUid uid) {
    history.removed(uid, world.time.now());
    timelineRules.removed(uid);
  }

  /** The newest status of a pod, also one that was forgotten. */
  @Nullable PodStatus status(PodUid uid) {
    return statusRules.status(uid);
  }

  /** After every event. */
  void check() {
    List<FakeRuntimeEvent> happened = world.runtime.takeHistory();
    boolean started = false;
    for (FakeRuntimeEvent event : happened) {
      world.trace.line(
          world.time.now(),
          event.kind() + " " + event.uid() + " " + event.name() + "#" + event.attempt());
      switch (event.kind()) {
        case CONTAINER_CREATED -> {
          String definition = definition(event);
          instanceRules.created(event, definition);
          history.created(event, world.time.now(), definition);
        }
        case CONTAINER_EXITED -> history.exited(event);
        case CONTAINER_STARTED -> {
          instanceRules.started(event);
          deadlineRules.started(event);
          kindRules.started(event);
          history.started(event);
          started = true;
        }
        case CONTAINER_REMOVED -> history.gone(event);
        case SANDBOX_RAN -> kindRules.sandboxRan(event);
        case SANDBOX_STOPPED -> kindRules.sandboxStopped(event);
        case SANDBOX_REMOVED, CONTAINER_SIGNALLED -> {}
      }
    }
    if (started) {
      instanceRules.oneOfEach();
    }
  }

  private String definition(FakeRuntimeEvent created) {
    return world
        .runtime
        .container(new ContainerId(created.id()))
        .flatMap(container -> RuntimeAnnotations.hash(container.annotations()))
        .orElse("");
  }

  @Override
  public void called(OutsideCall call, Fault fault) {
    callRules.called(call, fault);
    deadlineRules.called(call.uid());
    kindRules.called(call);
  }

  @Override
  public void starts(ContainerId id) {
    callRules.starts(id);
  }

  @Override
  public void stops(ContainerId id, Duration grace) {
    history.stopAsked(id.value(), world.lives);
    stopRules.stops(id, grace);
    kindRules.stops(id);
  }

  @Override
  public void removes(ContainerId id) {
    callRules.removes(id);
  }

  @Override
  public void ends(SandboxId id) {
    callRules.ends(id);
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    world.trace.line(world.time.now(), "status of " + pod.uid() + " " + StatusSummary.of(status));
    statusRules.published(pod, status);
    deadlineRules.published(pod, status);
    timelineRules.published(pod, status);
  }

  @Override
  public void forget(PodUid uid) {
    world.trace.line(world.time.now(), "status of " + uid + " forgotten");
  }
}
