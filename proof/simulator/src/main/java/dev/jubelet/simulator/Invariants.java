package dev.jubelet.simulator;

import dev.jubelet.decide.config.RuntimeAnnotations;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.Fault;
import dev.jubelet.testkit.OutsideCall;
import dev.jubelet.testkit.runtime.Happening;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must hold after every event, whatever the world does. It sees only what is outside of our
 * process: the runtime's history, the calls that reach the world, and the statuses that come out.
 */
final class Invariants implements Witness {
  private final World world;
  private final Chronicle chronicle = new Chronicle();
  private final InstanceRules instanceRules;
  private final CallRules callRules;
  private final StatusRules statusRules;
  private final StopRules stopRules;
  private final KindRules kindRules;
  private final DeadlineRules deadlineRules;
  private final TimelineRules timelineRules;

  private Invariants(World world) {
    this.world = world;
    this.instanceRules = new InstanceRules(world, chronicle);
    this.callRules = new CallRules(world, chronicle);
    this.statusRules = new StatusRules(chronicle);
    this.deadlineRules = new DeadlineRules(world, chronicle);
    this.stopRules =
        new StopRules(world, chronicle, statusRules::status, deadlineRules::mayBeOverdue);
    this.kindRules = new KindRules(world, chronicle);
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
    chronicle.listed(pod, world.time.now());
  }

  /** When the newest instance of a container ended, also when nothing is left of it. */
  @Nullable Instant lastEnd(PodUid uid, String container) {
    Chronicle.Instance newest = chronicle.newest(uid, container);
    return newest == null ? null : newest.exitedAt();
  }

  void removed(PodUid uid) {
    chronicle.removed(uid, world.time.now());
    timelineRules.removed(uid);
  }

  /** The newest status of a pod, also one that was forgotten. */
  @Nullable PodStatus status(PodUid uid) {
    return statusRules.status(uid);
  }

  /** After every event. */
  void check() {
    List<Happening> happened = world.runtime.takeHistory();
    boolean started = false;
    for (Happening happening : happened) {
      world.trace.line(
          world.time.now(),
          happening.kind()
              + " "
              + happening.uid()
              + " "
              + happening.name()
              + "#"
              + happening.attempt());
      switch (happening.kind()) {
        case CONTAINER_CREATED -> {
          String definition = definition(happening);
          instanceRules.created(happening, definition);
          chronicle.created(happening, world.time.now(), definition);
        }
        case CONTAINER_EXITED -> chronicle.exited(happening);
        case CONTAINER_STARTED -> {
          instanceRules.started(happening);
          deadlineRules.started(happening);
          kindRules.started(happening);
          chronicle.started(happening);
          started = true;
        }
        case CONTAINER_REMOVED -> chronicle.gone(happening);
        case SANDBOX_RAN -> kindRules.sandboxRan(happening);
        case SANDBOX_STOPPED -> kindRules.sandboxStopped(happening);
        case SANDBOX_REMOVED, CONTAINER_SIGNALLED -> {}
      }
    }
    if (started) {
      instanceRules.oneOfEach();
    }
  }

  private String definition(Happening created) {
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
    world.trace.line(world.time.now(), "status of " + pod.uid() + " " + PodStory.of(status));
    statusRules.published(pod, status);
    deadlineRules.published(pod, status);
    timelineRules.published(pod, status);
  }

  @Override
  public void forget(PodUid uid) {
    world.trace.line(world.time.now(), "status of " + uid + " forgotten");
  }
}
