package dev.jubelet.simulator;

import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.simulator.world.PodShapes;
import dev.jubelet.simulator.world.SimObjects;
import dev.jubelet.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What people and the world do to the node during a run: all from the seed. */
final class Disturbances {
  private static final int NAMES = 6;

  private final World world;
  private final SplittableRandom random;
  private final Invariants invariants;
  private int generation;

  Disturbances(World world, SplittableRandom random, Invariants invariants) {
    this.world = world;
    this.random = random;
    this.invariants = invariants;
  }

  void next() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> put("pod-" + random.nextInt(NAMES));
      case 5, 6, 7 -> take();
      case 8 -> changeSeveral();
      case 9 -> world.processDies();
      case 10 -> runtimeAway();
      case 11 -> loseEvents();
      case 12, 13 -> killContainer();
      case 14 -> breakSandbox();
      case 15 -> stepClock();
      case 16 -> networkAway();
      case 17 -> reorder();
      case 18 -> edit();
      default -> changeObject();
    }
  }

  private void put(String name) {
    dropByName(name);
    Pod pod = PodShapes.random(random, name, generation++);
    list(pod);
    tell("source lists " + pod.uid());
    world.deliver();
  }

  private void take() {
    List<PodUid> uids = List.copyOf(world.wanted.keySet());
    if (!uids.isEmpty()) {
      drop(uids.get(random.nextInt(uids.size())));
      world.deliver();
    }
  }

  private void changeSeveral() {
    for (int i = 0; i < 3; i++) {
      String name = "pod-" + random.nextInt(NAMES);
      dropByName(name);
      Pod pod = PodShapes.random(random, name, generation++);
      list(pod);
    }
    tell("source lists " + world.wanted.keySet());
    world.deliver();
  }

  /** The same pods in another order are no change. */
  private void reorder() {
    List<Map.Entry<PodUid, Pod>> entries = new ArrayList<>(world.wanted.entrySet());
    Collections.reverse(entries);
    world.wanted.clear();
    entries.forEach(entry -> world.wanted.put(entry.getKey(), entry.getValue()));
    world.deliver();
  }

  /** The same pod with another definition. */
  private void edit() {
    List<Pod> pods = List.copyOf(world.wanted.values());
    if (!pods.isEmpty()) {
      Pod pod = PodShapes.edited(pods.get(random.nextInt(pods.size())), generation++);
      list(pod);
      tell("source changes " + pod.uid());
      world.deliver();
    }
  }

  private void list(Pod pod) {
    world.wanted.put(pod.uid(), pod);
    invariants.listed(pod);
  }

  private void dropByName(String name) {
    world.wanted.values().stream()
        .filter(pod -> pod.metadata().name().equals(name))
        .map(Pod::uid)
        .toList()
        .forEach(this::drop);
  }

  private void drop(PodUid uid) {
    world.wanted.remove(uid);
    tell("source drops " + uid);
    invariants.removed(uid);
  }

  /** It says something else, comes, or vanishes while pods use it. */
  private void changeObject() {
    ObjectReference object = SimObjects.ALL.get(random.nextInt(SimObjects.ALL.size()));
    if (world.objects.version(object) != null && random.nextInt(3) == 0) {
      tell(object + " vanishes");
      world.objects.remove(object);
    } else {
      change(object);
    }
  }

  private void change(ObjectReference object) {
    String version = "v" + generation++;
    tell(object + " says " + version);
    world.objects.put(object, version);
  }

  void changePresentObjects() {
    SimObjects.ALL.stream()
        .filter(object -> world.objects.version(object) != null)
        .forEach(this::change);
  }

  /** What pods still miss comes at last. */
  void bringMissingObjects() {
    for (ObjectReference object : SimObjects.ALL) {
      if (world.objects.version(object) == null) {
        tell(object + " comes");
        world.objects.put(object, "late");
      }
    }
  }

  private void runtimeAway() {
    tell("the runtime goes away");
    world.runtime.setAvailable(false);
    world.time.after(
        Duration.ofMillis(random.nextLong(50, 60_000)),
        () -> {
          tell("the runtime comes back");
          world.runtime.setAvailable(true);
        });
  }

  private void loseEvents() {
    tell("events get lost");
    world.runtime.dropEvents(true);
    world.time.after(
        Duration.ofSeconds(random.nextLong(1, 120)), () -> world.runtime.dropEvents(false));
  }

  private void killContainer() {
    List<ObservedContainer> running =
        world.runtime.allContainers().stream().filter(ObservedContainer::running).toList();
    if (!running.isEmpty()) {
      ObservedContainer victim = running.get(random.nextInt(running.size()));
      tell("somebody kills " + victim.name() + " of " + victim.uid());
      world.runtime.exitContainer(victim.id(), 137);
    }
  }

  private void breakSandbox() {
    List<ObservedSandbox> ready =
        world.runtime.allSandboxes().stream().filter(ObservedSandbox::ready).toList();
    if (!ready.isEmpty()) {
      ObservedSandbox victim = ready.get(random.nextInt(ready.size()));
      tell("the sandbox of " + victim.uid() + " breaks");
      world.runtime.breakSandbox(victim.id());
    }
  }

  private void stepClock() {
    Duration by = Duration.ofSeconds(random.nextLong(-7200, 7200));
    tell("somebody sets the clock by " + by);
    world.clock.step(by);
  }

  private void networkAway() {
    tell("the network is not ready");
    world.runtime.readiness(new RuntimeReadiness(true, "", false, "cni is gone"));
    world.time.after(
        Duration.ofSeconds(random.nextLong(1, 60)),
        () -> world.runtime.readiness(RuntimeReadiness.READY));
  }

  private void tell(String what) {
    world.trace.line(world.time.now(), "*** " + what);
  }
}
