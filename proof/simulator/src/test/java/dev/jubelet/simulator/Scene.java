package dev.jubelet.simulator;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.simulator.world.Delays;
import dev.jubelet.simulator.world.Trace;
import dev.jubelet.simulator.world.World;
import dev.jubelet.simulator.world.WorldSettings;
import dev.jubelet.testkit.fault.FaultPlan;
import dev.jubelet.testkit.runtime.ContainerScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A world without chance, in which a test decides what happens; all invariants are watched over.
 */
final class Scene {
  /** Of every effect: from its begin, when it reaches the world, until its result is back. */
  static final Duration LATENCY = Duration.ofMillis(1);

  final World world;
  private final Invariants invariants;
  private final TimeDriver driver;
  private final List<String> lines = new ArrayList<>();

  Scene(FaultPlan faults, ContainerScripts scripts) {
    this.world =
        new World(
            new WorldSettings(true, faults, scripts, Delays.even(LATENCY), () -> 0.5),
            new Trace(lines::add));
    this.invariants = Invariants.of(world);
    this.driver = new TimeDriver(world, invariants);
    world.startProcess();
  }

  void list(Pod pod) {
    world.wanted.put(pod.uid(), pod);
    invariants.listed(pod);
    world.deliver();
  }

  /** One delivery: the old pod is gone, the new one of the same name is there. */
  void replace(Pod old, Pod next) {
    world.wanted.remove(old.uid());
    invariants.removed(old.uid());
    list(next);
  }

  void drop(Pod pod) {
    world.wanted.remove(pod.uid());
    invariants.removed(pod.uid());
    world.deliver();
  }

  void play(Duration duration) {
    driver.playUntil(world.time.now().plus(duration));
  }

  void endsQuietly() {
    new SettledCheck(world, invariants).check();
  }

  PodStatus status(PodUid uid) {
    return Objects.requireNonNull(invariants.status(uid), "no status of " + uid);
  }

  ContainerStatus container(Pod pod) {
    return status(pod.uid()).containerStatuses().getFirst();
  }

  /** The trace so far. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** When things of that kind happened, from the beginning of the world. */
  List<Duration> moments(String kind) {
    return lines.stream()
        .filter(line -> line.contains("ms " + kind + " "))
        .map(line -> Duration.ofMillis(Long.parseLong(line.substring(0, line.indexOf("ms")))))
        .toList();
  }
}
