package dev.jubelet.simulator;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.simulator.world.World;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What must hold of the calls of our process, judged while they reach the world. */
final class CallRules {
  private final World world;
  private final SimulationHistory history;
  private final Map<OutsideCall, Instant> unknownSince = new HashMap<>();
  private final Map<PodUid, Instant> lookedAt = new HashMap<>();
  private Instant lookedAtAll = Instant.MIN;
  private int livesSeen;

  CallRules(World world, SimulationHistory history) {
    this.world = world;
    this.history = history;
  }

  void called(OutsideCall call, Fault fault) {
    if (world.lives != livesSeen) {
      unknownSince.clear();
      lookedAt.clear();
      lookedAtAll = Instant.MIN;
      livesSeen = world.lives;
    }
    PodUid uid = call.uid();
    if (call.operation() == Operation.CONTAINER_LIST) {
      looks(uid, fault);
    }
    if (uid != null) {
      if (makesLife(call.operation())) {
        isBegunInTime(call, uid);
        isNotRepeatedBlindly(call, uid, fault);
      }
      comesInOrder(call, uid);
    }
  }

  private static boolean makesLife(Operation operation) {
    return switch (operation) {
      case SANDBOX_RUN,
          CONTAINER_CREATE,
          CONTAINER_START,
          VOLUME_MOUNT,
          CGROUP_ENSURE,
          DIRECTORY_PREPARE ->
          true;
      default -> false;
    };
  }

  /** Nothing is begun for a pod after its end was asked for. */
  private void isBegunInTime(OutsideCall call, PodUid uid) {
    Instant begun = world.effectBegunAt();
    Instant removed = history.removedAt(uid);
    if (begun != null && removed != null && begun.isAfter(removed)) {
      throw new BrokenInvariant(
          call + " was begun " + begun + ", after the end of the pod was asked for at " + removed);
    }
  }

  private void looks(@Nullable PodUid uid, Fault fault) {
    boolean answered = fault instanceof Fault.None || fault instanceof Fault.Slow;
    if (!answered || !world.runtime.available()) {
      return;
    }
    if (uid == null) {
      lookedAtAll = world.time.now();
    } else {
      lookedAt.put(uid, world.time.now());
    }
  }

  /** Of what may have happened or not nothing is tried again before somebody has looked. */
  private void isNotRepeatedBlindly(OutsideCall call, PodUid uid, Fault fault) {
    boolean runtimes =
        switch (call.operation()) {
          case SANDBOX_RUN, CONTAINER_CREATE, CONTAINER_START -> true;
          default -> false;
        };
    if (!runtimes) {
      return;
    }
    Instant since = unknownSince.remove(call);
    Instant looked = lookedAt.getOrDefault(uid, Instant.MIN);
    if (since != null && looked.isBefore(since) && lookedAtAll.isBefore(since)) {
      throw new BrokenInvariant(
          call + " was tried again without a look, though its outcome was unknown at " + since);
    }
    switch (fault) {
      case Fault.FailBefore before ->
          unknownSince.put(call, world.time.now().plus(before.latency()));
      // The call may fail by itself before its answer is late and lost.
      case Fault.FailAfter _ -> unknownSince.put(call, world.time.now());
      case Fault.None _, Fault.Slow _, Fault.CrashBefore _, Fault.CrashAfter _ -> {}
    }
  }

  /**
   * Containers end before sandboxes, those before volumes and cgroup, and all before directories.
   */
  private void comesInOrder(OutsideCall call, PodUid uid) {
    switch (call.operation()) {
      case VOLUME_UNMOUNT_ALL, CGROUP_REMOVE -> {
        boolean runs =
            world.runtime.containersOf(uid).stream().anyMatch(ObservedContainer::running);
        if (runs) {
          throw new BrokenInvariant(call + " while a container runs");
        }
      }
      case DIRECTORY_REMOVE -> {
        if (!world.runtime.sandboxesOf(uid).isEmpty()
            || !world.runtime.containersOf(uid).isEmpty()
            || !world.volumes.mounted(uid).isEmpty()) {
          throw new BrokenInvariant(call + " while the pod still has what is in them");
        }
      }
      default -> {}
    }
  }

  /** What was started once is not started again. */
  void starts(ContainerId id) {
    world
        .runtime
        .container(id)
        .filter(container -> !(container.condition() instanceof ContainerCondition.Created))
        .ifPresent(container -> {
          throw new BrokenInvariant(
              container.name() + " of " + container.uid() + " is started a second time");
        });
  }

  void removes(ContainerId id) {
    world
        .runtime
        .container(id)
        .filter(ObservedContainer::running)
        .ifPresent(container -> {
          throw new BrokenInvariant(
              container.name() + " of " + container.uid() + " is removed while it runs");
        });
  }

  /** Its containers have ended with their grace before, or they would be killed with it. */
  void ends(SandboxId id) {
    ObservedSandbox sandbox = world.runtime.sandbox(id).orElse(null);
    if (sandbox == null) {
      return;
    }
    boolean inhabited =
        world.runtime.containersOf(sandbox.uid()).stream()
            .anyMatch(c -> c.sandbox().equals(id) && c.running());
    if (inhabited) {
      throw new BrokenInvariant(
          "a sandbox of " + sandbox.uid() + " is ended while a container runs in it");
    }
  }
}
