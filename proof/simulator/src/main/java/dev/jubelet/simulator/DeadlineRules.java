package dev.jubelet.simulator;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.simulator.world.World;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pod is not active for longer than it may be, and for all the time that it may be. */
final class DeadlineRules {
  static final String REASON = "DeadlineExceeded";

  /** A step that was begun in time may reach the world a little later. */
  private static final Duration SLACK = Duration.ofMinutes(3);

  private final World world;
  private final SimulationHistory history;

  /** When this life of our process first did something for a pod: it was active then. */
  private final Map<PodUid, Instant> activeAt = new HashMap<>();

  private int livesSeen;

  DeadlineRules(World world, SimulationHistory history) {
    this.world = world;
    this.history = history;
  }

  void called(@Nullable PodUid uid) {
    if (world.lives != livesSeen) {
      activeAt.clear();
      livesSeen = world.lives;
    }
    if (uid != null) {
      activeAt.putIfAbsent(uid, world.time.now());
    }
  }

  void started(FakeRuntimeEvent start) {
    Pod pod = history.pod(start.uid());
    Instant active = activeAt.get(start.uid());
    Duration most = pod == null ? null : most(pod);
    if (most != null && active != null && start.at().isAfter(active.plus(most).plus(SLACK))) {
      throw new BrokenInvariant("started after the deadline of its pod: " + start);
    }
  }

  void published(Pod pod, PodStatus status) {
    if (status.reason().equals(REASON) && !mayBeOverdue(pod)) {
      throw new BrokenInvariant(pod.uid() + " is shown as overdue before its deadline");
    }
  }

  /** Whether its time may be up; after a restart of ours that is told by the clock on the wall. */
  boolean mayBeOverdue(Pod pod) {
    Duration most = most(pod);
    Instant listed = history.listedAt(pod.uid());
    return most != null
        && listed != null
        && (!world.clock.lastSet().isBefore(listed)
            || !world.time.now().isBefore(listed.plus(most)));
  }

  static @Nullable Duration most(Pod pod) {
    Long seconds = pod.spec().activeDeadlineSeconds();
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
