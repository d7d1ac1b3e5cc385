package dev.jubelet.simulator;

import dev.jubelet.decide.config.annotation.RuntimeLabels;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartRule;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.simulator.world.World;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold of sandboxes and containers, told from the runtime's own history. */
final class InstanceRules {
  private static final Duration FIRST_BACKOFF = BackoffSchedule.STANDARD.first();

  /** Who ran for twice the longest back-off is forgiven; a little less is surely not. */
  private static final Duration SURELY_NOT_FORGIVEN =
      BackoffSchedule.STANDARD.most().multipliedBy(2).minusSeconds(10);

  private final World world;
  private final SimulationHistory history;

  InstanceRules(World world, SimulationHistory history) {
    this.world = world;
    this.history = history;
  }

  /** Asked before the chronicle notes it. */
  void created(FakeRuntimeEvent created, String definition) {
    SimulationHistory.Instance before = history.newest(created.uid(), created.name());
    Pod pod = history.pod(created.uid());
    if (before == null || pod == null) {
      return;
    }
    if (pod.spec().ephemeralContainers().stream().anyMatch(c -> c.name().equals(created.name()))) {
      throw new BrokenInvariant("an ephemeral container is made a second time: " + created);
    }
    boolean withAll = history.mayHaveBeenRestartedWithAll(created.uid(), before);
    // One that was taken away before it ran has left no trace, nor a log to clash with.
    boolean traceless = withAll && !before.hasStarted() && created.attempt() == before.attempt;
    if (created.attempt() <= before.attempt && !traceless) {
      throw new BrokenInvariant("attempts do not grow: " + before.attempt + ", then " + created);
    }
    if (withAll) {
      // Nobody's own end brought it about: neither policy nor back-off of its own has a say.
      return;
    }
    Instant exitedAt = before.exitedAt();
    Container main = SimulationHistory.mainOf(pod, created.name());
    if (exitedAt != null && main != null && before.definition.equals(definition)) {
      policyAllows(pod, main, before, created);
      backoffIsOver(before, exitedAt, created);
    }
  }

  private static void policyAllows(
      Pod pod, Container container, SimulationHistory.Instance before, FakeRuntimeEvent created) {
    boolean byRule =
        container.restartPolicyRules().stream()
            .map(ContainerRestartRule::exitCodes)
            .anyMatch(codes -> codes != null && codes.values().contains(before.exitCode()));
    // What we stopped ourselves, as with its sandbox, has not done its work.
    boolean allowed =
        byRule
            || before.stopAsked()
            || switch (pod.spec().restartPolicy()) {
              case ALWAYS -> true;
              case ON_FAILURE -> before.exitCode() != 0;
              case NEVER -> false;
            };
    if (!allowed) {
      RestartPolicy policy = pod.spec().restartPolicy();
      throw new BrokenInvariant(
          "restarted after exit " + before.exitCode() + " in spite of " + policy + ": " + created);
    }
  }

  /** The first restart is free, every later one waits for at least the first delay. */
  private void backoffIsOver(
      SimulationHistory.Instance before, Instant exitedAt, FakeRuntimeEvent created) {
    boolean restarted = before.attempt > 0;
    Duration ran = Duration.between(before.createdAt, exitedAt);
    // After a restart of ours back-offs are assumed from times that the clock on the wall gave.
    boolean clockWasSet = !world.clock.lastSet().isBefore(before.triedSince);
    if (!restarted || clockWasSet || ran.compareTo(SURELY_NOT_FORGIVEN) > 0) {
      return;
    }
    if (created.at().isBefore(exitedAt.plus(FIRST_BACKOFF))) {
      throw new BrokenInvariant(
          "restarted without back-off after the exit at " + exitedAt + ": " + created);
    }
  }

  /** No container runs without its sandbox, its volumes, its directories and its cgroup. */
  void started(FakeRuntimeEvent start) {
    Pod pod = history.pod(start.uid());
    if (pod == null) {
      throw new BrokenInvariant("a container of an unknown pod was started: " + start);
    }
    boolean sandboxReady =
        world
            .runtime
            .sandbox(new SandboxId(start.sandbox()))
            .filter(ObservedSandbox::ready)
            .isPresent();
    if (!sandboxReady) {
      throw new BrokenInvariant("started without a ready sandbox: " + start);
    }
    for (Volume volume : pod.spec().volumes()) {
      if (!world.volumes.mounted(pod.uid()).containsKey(volume.name())) {
        throw new BrokenInvariant("started without volume " + volume.name() + ": " + start);
      }
    }
    if (world.cgroups.cgroup(pod.uid()).isEmpty()) {
      throw new BrokenInvariant("started without a cgroup: " + start);
    }
    if (!world.directories.present().contains(pod.uid())) {
      throw new BrokenInvariant("started without directories: " + start);
    }
  }

  /** Never two running instances of a container, nor of two pods of one name. */
  void oneOfEach() {
    Set<String> running = new HashSet<>();
    Map<String, PodUid> names = new HashMap<>();
    for (ObservedContainer container : world.runtime.allContainers()) {
      if (!container.running()) {
        continue;
      }
      if (!running.add(container.uid() + "/" + container.name())) {
        throw new BrokenInvariant(
            "two running instances of " + container.name() + " of " + container.uid());
      }
      String podName = container.labels().getOrDefault(RuntimeLabels.POD_NAME, "");
      @Nullable PodUid other = names.put(podName, container.uid());
      if (other != null && !other.equals(container.uid())) {
        throw new BrokenInvariant(
            "two pods called " + podName + " run at once: " + other + " and " + container.uid());
      }
    }
  }
}
