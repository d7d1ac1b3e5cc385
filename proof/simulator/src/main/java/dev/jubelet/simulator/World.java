package dev.jubelet.simulator;

import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.engine.act.PodActuator;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.engine.status.StatusPublisher;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.testkit.FakeCgroups;
import dev.jubelet.testkit.FakeDirectories;
import dev.jubelet.testkit.FakeNetwork;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.FakeVolumes;
import dev.jubelet.testkit.Fault;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.OutsideCall;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything outside our process, and the life of our process that is going on now, if one is. */
final class World {
  private static final List<String> SOURCES = List.of("file", "http");

  final ManualTime time = new ManualTime();
  final WorldClock clock = new WorldClock(time);
  final Outside outside = Outside.virtual(time::now);
  final FakeRuntime runtime = new FakeRuntime(outside);
  final FakeVolumes volumes = new FakeVolumes(outside);
  final FakeNodeState state = new FakeNodeState();
  private final FakeObjects nodeObjects = new FakeObjects();
  final SimObjects objects = new SimObjects(nodeObjects);
  final ObjectVolumes objectVolumes = new ObjectVolumes(volumes, objects);
  final FakeNetwork network = new FakeNetwork(outside);
  final FakeDirectories directories = FakeDirectories.beside(volumes, outside);
  final FakeCgroups cgroups = new FakeCgroups(outside, runtime::killPod);
  final Trace trace;
  final Map<PodUid, Pod> wanted = new LinkedHashMap<>();
  private final Circumstances circumstances;
  private @Nullable Witness witness;
  private @Nullable Life life;
  int lives;

  /**
   * @param heard the sources that have told what they want, to this life of our process
   */
  private record Life(NodeEngine engine, SimEffects effects, LifeTime time, Set<String> heard) {}

  World(Circumstances circumstances, Trace trace) {
    this.circumstances = circumstances;
    this.trace = trace;
    outside.faults(this::faultOf);
    runtime.scripts(circumstances.scripts());
    PodShapes.IMAGES.forEach(runtime::image);
    runtime.pullable("localhost/pulled:1", Duration.ofSeconds(7));
    runtime.pullFails("localhost/missing:1", FailureKind.NOT_FOUND, "no such image");
    runtime.eventsSupported(circumstances.withEvents());
  }

  void watchedBy(Witness newWitness) {
    witness = newWitness;
  }

  private Witness witness() {
    return Objects.requireNonNull(witness, "nobody watches");
  }

  private Fault faultOf(OutsideCall call) {
    Fault fault = circumstances.faults().next(call);
    witness().called(call, fault);
    return fault;
  }

  boolean alive() {
    return life != null;
  }

  /** How the start of a pod went, as our process tells it. */
  Optional<PodTimeline> timeline(PodUid uid) {
    return life == null ? Optional.empty() : life.engine().timeline(uid);
  }

  /** When the effect that touches the world at this moment was begun by our process. */
  @Nullable Instant effectBegunAt() {
    return life == null ? null : life.effects().begunAt();
  }

  void startProcess() {
    lives++;
    LifeTime lifeTime = new LifeTime(time);
    SimEffects effects = new SimEffects(time, outside, circumstances.delays(), this::processDies);
    Journal journal =
        (level, pod, uid, reason, message) ->
            trace.line(time.now(), reason + " " + (pod == null ? "" : pod) + " " + message);
    NodeEngine engine =
        new NodeEngine(
            new NodeEngine.Parts(
                new PodActuator.Outside(
                    ClockedRuntime.of(runtime.runtime(), clock, witness()),
                    objectVolumes,
                    cgroups,
                    directories,
                    nodeObjects,
                    network,
                    RegistryCredentials.NONE),
                new StatusPublisher(witness(), effects, lifeTime),
                lifeTime,
                effects,
                circumstances.dice(),
                journal,
                state),
            SimNode.terms(),
            new NodeEngine.Choices(
                1000,
                PullLimits.ofTogether(1000),
                BackoffSchedule.STANDARD,
                RuntimeWatcher.Rhythm.STANDARD,
                Duration.ofSeconds(60),
                "containerd"),
            SOURCES);
    Life begun = new Life(engine, effects, lifeTime, new LinkedHashSet<>());
    life = begun;
    trace.line(time.now(), "--- our process starts, life " + lives);
    engine.start();
    if (circumstances.withEvents()) {
      runtime.onEvent(event -> effects.execute(() -> engine.watcher().eventSeen(event)));
      engine.watcher().eventsFlow(true);
    }
    for (String source : SOURCES) {
      lifeTime.after(circumstances.delays().source(), () -> firstHeard(begun, source));
    }
  }

  private void firstHeard(Life begun, String source) {
    begun.heard().add(source);
    deliver(begun, source);
  }

  /** The sources tell their lists, if there is somebody to hear them and they are up. */
  void deliver() {
    Life hearing = life;
    if (hearing != null) {
      hearing.heard().forEach(source -> deliver(hearing, source));
    }
  }

  private void deliver(Life hearing, String source) {
    List<Pod> pods = wanted.values().stream().filter(pod -> source.equals(sourceOf(pod))).toList();
    hearing.engine().deliver(new PodSource.Delivery(source, pods, List.of()));
  }

  /** Every name has one source, as on a node whose people know what they do. */
  private static String sourceOf(Pod pod) {
    return SOURCES.get(Math.floorMod(pod.metadata().name().hashCode(), SOURCES.size()));
  }

  void processDies() {
    if (life == null) {
      return;
    }
    trace.line(time.now(), "--- our process dies");
    life.effects().die();
    life.time().die();
    life = null;
    runtime.clientsGone();
    time.after(circumstances.delays().restart(), this::startProcess);
  }
}
