package dev.jubelet.simulator;

import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.config.annotation.ContainerHash;
import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Grace never grows, and a container that is as it should be is not stopped. */
final class StopRules {
  private final World world;
  private final SimulationHistory history;
  private final Function<PodUid, @Nullable PodStatus> statuses;
  private final Predicate<Pod> mayBeOverdue;
  private final Map<ContainerId, Instant> killBy = new HashMap<>();
  private int livesSeen;

  StopRules(
      World world,
      SimulationHistory history,
      Function<PodUid, @Nullable PodStatus> statuses,
      Predicate<Pod> mayBeOverdue) {
    this.mayBeOverdue = mayBeOverdue;
    this.world = world;
    this.history = history;
    this.statuses = statuses;
  }

  void stops(ContainerId id, Duration grace) {
    if (world.lives != livesSeen) {
      // What was granted before our process died is not known to the next life.
      killBy.clear();
      livesSeen = world.lives;
    }
    Instant now = world.time.now();
    Instant deadline = now.plus(grace);
    Instant before = killBy.put(id, deadline);
    Instant least = now.plus(GracePeriods.LEAST).plusSeconds(1);
    if (before != null && deadline.isAfter(before.plusMillis(100)) && deadline.isAfter(least)) {
      throw new BrokenInvariant("the grace of " + id + " grew from " + before + " to " + deadline);
    }
    world.runtime.container(id).filter(ObservedContainer::running).ifPresent(this::mayBeStopped);
  }

  private void mayBeStopped(ObservedContainer container) {
    Pod pod = world.wanted.get(container.uid());
    PodStatus status = statuses.apply(container.uid());
    boolean ended = status != null && StatusRules.isFinal(status.phase());
    boolean sandboxReady =
        world.runtime.sandbox(container.sandbox()).filter(ObservedSandbox::ready).isPresent();
    if (pod == null || ended || !sandboxReady || mayBeOverdue.test(pod)) {
      return;
    }
    Container wanted = SimulationHistory.mainOf(pod, container.name());
    if (wanted != null && isCurrent(container, wanted)) {
      throw new BrokenInvariant(
          "a container that is as it should be was stopped: "
              + container.name()
              + " of "
              + container.uid()
              + ", begun "
              + world.effectBegunAt());
    }
  }

  /** Its hook may have failed, which is a reason to stop it. */
  private static boolean hasPostStart(Container wanted) {
    return wanted.lifecycle() != null && wanted.lifecycle().postStart() != null;
  }

  /** One that was of an older definition may be stopped even if that came back meanwhile. */
  private boolean isCurrent(ObservedContainer container, Container wanted) {
    boolean sameHash =
        RuntimeAnnotations.hash(container.annotations())
            .filter(ContainerHash.of(wanted)::equals)
            .isPresent();
    SimulationHistory.Instance instance = history.instance(container.id().value());
    return sameHash
        && instance != null
        && !hasPostStart(wanted)
        && !history.allToBeRestarted(container.uid())
        && !history.allRestartedSince(container.uid(), instance.createdAt)
        && !history.editedSince(container.uid(), instance.notedAt);
  }
}
