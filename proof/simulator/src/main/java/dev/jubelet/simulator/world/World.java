package dev.jubelet.simulator.world;

import dev.jubelet.decide.image.CredentialVerification;
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
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.RegistryCredentials;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.testkit.FakeCgroups;
import dev.jubelet.testkit.FakeDirectories;
import dev.jubelet.testkit.FakeNetwork;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.FakePullRecords;
import dev.jubelet.testkit.FakeVolumes;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.OutsideCall;
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
public final class World {
  private static final List<String> SOURCES = List.of("file", "http");

  public final ManualTime time = new ManualTime();
  public final WorldClock clock = new WorldClock(time);
  public final Outside outside = Outside.virtual(time::now);
  public final FakeRuntime runtime = new FakeRuntime(outside);
  public final FakeVolumes volumes = new FakeVolumes(outside);
  public final FakeNodeState state = new FakeNodeState();
  private final FakePullRecords pullRecords = new FakePullRecords();
  private final FakeObjects nodeObjects = new FakeObjects();
  public final SimObjects objects = new SimObjects(nodeObjects);
  public final ObjectVolumes objectVolumes = new ObjectVolumes(volumes, objects);
  final FakeNetwork network = new FakeNetwork(outside);
  public final FakeDirectories directories = FakeDirectories.beside(volumes, outside);
  public final FakeCgroups cgroups = new FakeCgroups(outside, runtime::killPod);
  public final Trace trace;
  public final Map<PodUid, Pod> wanted = new LinkedHashMap<>();
  private final WorldSettings settings;
  private @Nullable CallObserver observer;
  private @Nullable Life life;
  public int lives;

  /**
   * @param heard the sources that have told what they want, to this life of our process
   */
  private record Life(NodeEngine engine, SimEffects effects, LifeTime time, Set<String> heard) {}

  public World(WorldSettings settings, Trace trace) {
    this.settings = settings;
    this.trace = trace;
    outside.faults(this::faultOf);
    runtime.scripts(settings.scripts());
    PodShapes.IMAGES.forEach(runtime::image);
    runtime.pullable("localhost/pulled:1", Duration.ofSeconds(7));
    runtime.pullFails("localhost/missing:1", FailureKind.NOT_FOUND, "no such image");
    runtime.eventsSupported(settings.withEvents());
  }

  public void watchedBy(CallObserver newWitness) {
    observer = newWitness;
  }

  private CallObserver observer() {
    return Objects.requireNonNull(observer, "nobody watches");
  }

  private Fault faultOf(OutsideCall call) {
    Fault fault = settings.faults().next(call);
    observer().called(call, fault);
    return fault;
  }

  public boolean alive() {
    return life != null;
  }

  /** How the start of a pod went, as our process tells it. */
  public Optional<PodTimeline> timeline(PodUid uid) {
    return life == null ? Optional.empty() : life.engine().timeline(uid);
  }

  /** When the effect that touches the world at this moment was begun by our process. */
  public @Nullable Instant effectBegunAt() {
    return life == null ? null : life.effects().begunAt();
  }

  public void startProcess() {
    lives++;
    LifeTime lifeTime = new LifeTime(time);
    SimEffects effects = new SimEffects(time, outside, settings.delays(), this::processDies);
    Journal journal =
        (level, pod, uid, reason, message) ->
            trace.line(time.now(), reason + " " + (pod == null ? "" : pod) + " " + message);
    NodeEngine engine =
        new NodeEngine(
            new NodeEngine.Parts(
                new PodActuator.Outside(
                    ClockedRuntime.of(runtime.runtime(), clock, observer()),
                    objectVolumes,
                    cgroups,
                    directories,
                    nodeObjects,
                    network,
                    RegistryCredentials.NONE,
                    pullRecords),
                new StatusPublisher(observer(), effects, lifeTime),
                new NodeServices(lifeTime, effects, settings.jitter(), journal),
                state,
                StartTraces.NONE),
            SimNode.runSettings(),
            new NodeEngine.Options(
                1000,
                PullLimits.ofTogether(1000),
                CredentialVerification.STANDARD,
                BackoffSchedule.STANDARD,
                RuntimeWatcher.Rhythm.STANDARD,
                Duration.ofSeconds(60),
                "containerd"),
            SOURCES);
    Life begun = new Life(engine, effects, lifeTime, new LinkedHashSet<>());
    life = begun;
    trace.line(time.now(), "--- our process starts, life " + lives);
    engine.start();
    if (settings.withEvents()) {
      runtime.onEvent(event -> effects.execute(() -> engine.watcher().eventSeen(event)));
      engine.watcher().eventsFlow(true);
    }
    for (String source : SOURCES) {
      lifeTime.after(settings.delays().source(), () -> firstHeard(begun, source));
    }
  }

  private void firstHeard(Life begun, String source) {
    begun.heard().add(source);
    deliver(begun, source);
  }

  /** The sources tell their lists, if there is somebody to hear them and they are up. */
  public void deliver() {
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

  public void processDies() {
    if (life == null) {
      return;
    }
    trace.line(time.now(), "--- our process dies");
    life.effects().die();
    life.time().die();
    life = null;
    runtime.clientsGone();
    time.after(settings.delays().restart(), this::startProcess);
  }
}
