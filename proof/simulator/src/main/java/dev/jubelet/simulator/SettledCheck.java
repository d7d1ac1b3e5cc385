package dev.jubelet.simulator;

import dev.jubelet.decide.resources.CpuTime;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.simulator.world.ObjectVolumes;
import dev.jubelet.simulator.world.PodShapes;
import dev.jubelet.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** After quiet time the world is what the sources want: no more and no less. */
final class SettledCheck {
  private final World world;
  private final Invariants invariants;

  SettledCheck(World world, Invariants invariants) {
    this.world = world;
    this.invariants = invariants;
  }

  void check() {
    BrokenInvariant.unless(world.alive(), "our process does not run");
    nothingIsLeftOfOthers();
    world.wanted.values().forEach(this::isAsWanted);
  }

  private void nothingIsLeftOfOthers() {
    Set<PodUid> rightful = new LinkedHashSet<>();
    world.wanted.values().stream()
        .filter(pod -> !rejected(pod))
        .forEach(pod -> rightful.add(pod.uid()));
    world.runtime.allSandboxes().forEach(s -> mine(rightful, s.uid(), "sandbox " + s.id()));
    world.runtime.allContainers().forEach(c -> mine(rightful, c.uid(), "container " + c.id()));
    world.volumes.podsWithMounts().forEach(uid -> mine(rightful, uid, "a mounted volume"));
    world.cgroups.present().forEach(uid -> mine(rightful, uid, "a cgroup"));
    world.directories.present().forEach(uid -> mine(rightful, uid, "directories"));
    world.outside.files().all().keySet().forEach(path -> mine(rightful, owner(path), path));
    world
        .directories
        .logLinks()
        .values()
        .forEach(log -> mine(rightful, owner(log), "a link to " + log));
  }

  private static void mine(Set<PodUid> rightful, PodUid uid, String what) {
    BrokenInvariant.unless(rightful.contains(uid), "left behind of " + uid + ": " + what);
  }

  /** Both the directories of pods and those of their logs have the uid in their names. */
  private static PodUid owner(String path) {
    boolean log = path.startsWith("/var/log/pods/");
    String directory = path.split("/", -1)[log ? 4 : 5];
    return new PodUid(log ? directory.substring(directory.lastIndexOf('_') + 1) : directory);
  }

  private static boolean rejected(Pod pod) {
    return !pod.spec().nodeSelector().isEmpty();
  }

  private void isAsWanted(Pod pod) {
    PodStatus status = invariants.status(pod.uid());
    BrokenInvariant.unless(status != null, "no status of " + pod.uid());
    if (status == null) {
      return;
    }
    if (rejected(pod)) {
      BrokenInvariant.unless(
          status.phase() == PodPhase.FAILED && status.reason().equals("NodeAffinity"),
          "rejected " + pod.uid() + " is shown as " + StatusSummary.of(status));
      return;
    }
    if (StatusRules.isFinal(status.phase())) {
      hasEnded(pod, status);
    } else {
      lives(pod, status);
    }
  }

  private void hasEnded(Pod pod, PodStatus status) {
    boolean nothingRuns =
        containers(pod).stream().noneMatch(ObservedContainer::running)
            && sandboxes(pod).stream().noneMatch(ObservedSandbox::ready);
    BrokenInvariant.unless(nothingRuns, "something of the ended " + pod.uid() + " runs");
    BrokenInvariant.unless(
        pod.spec().restartPolicy() != RestartPolicy.ALWAYS
            || status.reason().equals(DeadlineRules.REASON),
        "a pod that always restarts ended: " + pod.uid() + " " + StatusSummary.of(status));
  }

  private void lives(Pod pod, PodStatus status) {
    BrokenInvariant.unless(
        DeadlineRules.most(pod) == null,
        pod.uid() + " should have ended by its deadline: " + StatusSummary.of(status));
    long ready = sandboxes(pod).stream().filter(ObservedSandbox::ready).count();
    BrokenInvariant.unless(ready == 1, pod.uid() + " has " + ready + " ready sandboxes");
    BrokenInvariant.unless(
        containers(pod).size() <= 2 * (pod.spec().containers().size() + 4),
        "remains of " + pod.uid() + " pile up: " + containers(pod).size());
    showsWhatRuns(pod, status);
    hasTheSizeThatIsWanted(pod);
    hasTheFilesOfNow(pod);
    for (Container container : pod.spec().containers()) {
      if (PodShapes.runsForEver(container.image()) && pod.spec().initContainers().isEmpty()) {
        BrokenInvariant.unless(
            runs(pod, container.name()),
            container.name() + " of " + pod.uid() + " should run: " + StatusSummary.of(status));
      }
    }
  }

  /** The node has room for all of them: whatever was edited has reached the running containers. */
  private void hasTheSizeThatIsWanted(Pod pod) {
    for (Container container : pod.spec().containers()) {
      Quantity cpu = container.resources().requests().get("cpu");
      if (cpu != null) {
        containers(pod).stream()
            .filter(c -> c.running() && c.name().equals(container.name()))
            .forEach(c -> hasShares(c, CpuTime.shares(cpu.milliValue())));
      }
    }
  }

  /** Whatever became of their objects meanwhile. */
  private void hasTheFilesOfNow(Pod pod) {
    for (Volume volume : pod.spec().volumes()) {
      ObjectReference source = ObjectVolumes.source(volume);
      if (source != null) {
        String files = world.objectVolumes.version(pod.uid(), volume);
        String wanted = world.objects.version(source);
        BrokenInvariant.unless(
            Objects.equals(files, wanted),
            "files " + volume.name() + " of " + pod.uid() + " say " + files + ", not " + wanted);
      }
    }
  }

  private void hasShares(ObservedContainer container, long wanted) {
    long shares = world.runtime.resourcesOf(container.id()).cpuShares();
    BrokenInvariant.unless(
        shares == wanted,
        container.name() + " of " + container.uid() + " has " + shares + " shares, not " + wanted);
  }

  /** What is shown is so, or was so a moment ago. */
  void showsWhatRuns() {
    for (Pod pod : world.wanted.values()) {
      PodStatus status = invariants.status(pod.uid());
      if (status != null && !StatusRules.isFinal(status.phase())) {
        showsWhatRuns(pod, status);
      }
    }
  }

  private void showsWhatRuns(Pod pod, PodStatus status) {
    for (ContainerStatus container : status.containerStatuses()) {
      boolean runs = runs(pod, container.name());
      boolean shownRunning = container.state().running() != null;
      if (runs != shownRunning && !changedJustNow(pod, container.name())) {
        throw new BrokenInvariant(
            container.name()
                + " of "
                + pod.uid()
                + (runs ? " runs" : " does not run")
                + " and is shown as "
                + StatusSummary.state(container));
      }
    }
  }

  private boolean runs(Pod pod, String container) {
    return containers(pod).stream().anyMatch(c -> c.name().equals(container) && c.running());
  }

  /** Without events a change is seen at the next look at all, a second later. */
  private boolean changedJustNow(Pod pod, String container) {
    Instant lately = world.time.now().minus(Duration.ofSeconds(5));
    // It may have been removed already, in a restart of all.
    Instant ended = invariants.lastEnd(pod.uid(), container);
    if (ended != null && ended.isAfter(lately)) {
      return true;
    }
    return containers(pod).stream()
        .filter(c -> c.name().equals(container))
        .anyMatch(c ->
            switch (c.condition()) {
              case ContainerCondition.Running running -> running.startedAt().isAfter(lately);
              case ContainerCondition.Exited exited -> exited.finishedAt().isAfter(lately);
              case ContainerCondition.Created _, ContainerCondition.Unknown _ -> false;
            });
  }

  private List<ObservedContainer> containers(Pod pod) {
    return world.runtime.containersOf(pod.uid());
  }

  private List<ObservedSandbox> sandboxes(Pod pod) {
    return world.runtime.sandboxesOf(pod.uid());
  }
}
