package dev.jubelet.simulator;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.simulator.world.World;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Init containers, sidecars and hooks come in their order, and so do their ends. */
final class KindRules {
  private static final Duration STANDARD_GRACE = Duration.ofSeconds(30);

  private final World world;
  private final SimulationHistory history;

  /** When a command was last run in a container, by pod and name, in this life. */
  private final Map<String, Instant> commands = new HashMap<>();

  /** When the stop of a container was first asked for. */
  private final Map<ContainerId, Instant> firstStops = new HashMap<>();

  /** Since when a pod has no sandbox that works. */
  private final Map<PodUid, Instant> sandboxLost = new HashMap<>();

  private int livesSeen;

  KindRules(World world, SimulationHistory history) {
    this.world = world;
    this.history = history;
  }

  void called(OutsideCall call) {
    newLife();
    if (call.operation() == Operation.EXEC) {
      commands.put(call.uid() + "/" + call.subject(), world.time.now());
    }
  }

  void sandboxRan(FakeRuntimeEvent ran) {
    sandboxLost.remove(ran.uid());
  }

  void sandboxStopped(FakeRuntimeEvent stopped) {
    sandboxLost.putIfAbsent(stopped.uid(), stopped.at());
  }

  /** Asked before the chronicle notes it: all that come before it have done what they should. */
  void started(FakeRuntimeEvent start) {
    Pod pod = history.pod(start.uid());
    if (pod == null || isEphemeral(pod, start.name())) {
      return;
    }
    boolean unheard = history.allToBeRestarted(pod.uid());
    for (Container init : pod.spec().initContainers()) {
      if (init.name().equals(start.name())) {
        return;
      }
      boolean ready =
          history.instances(start.uid(), init.name()).stream()
              .filter(instance -> instance.sandbox.equals(start.sandbox()))
              .filter(instance ->
                  unheard || !history.allRestartedSince(start.uid(), instance.createdAt))
              .anyMatch(instance -> isSidecar(init) ? instance.hasStarted() : instance.succeeded());
      if (!ready) {
        throw new BrokenInvariant(
            start.name() + " of " + start.uid() + " was started before " + init.name());
      }
    }
  }

  void stops(ContainerId id) {
    ObservedContainer container =
        world.runtime.container(id).filter(ObservedContainer::running).orElse(null);
    Pod pod = container == null ? null : history.pod(container.uid());
    SimulationHistory.Instance instance =
        container == null ? null : history.instance(container.id().value());
    if (container == null
        || pod == null
        || instance == null
        || history.allToBeRestarted(pod.uid())
        || history.allRestartedSince(pod.uid(), instance.createdAt)) {
      return;
    }
    Instant begun = world.effectBegunAt();
    if (begun != null) {
      firstStops.putIfAbsent(id, begun);
    }
    comesInTurn(pod, container);
    hadItsHook(pod, container, instance);
  }

  /** A pod that is removed: a sidecar serves its main containers to their end. */
  private void comesInTurn(Pod pod, ObservedContainer container) {
    Instant removed = history.removedAt(pod.uid());
    Instant begun = world.effectBegunAt();
    boolean sidecar =
        pod.spec().initContainers().stream()
            .anyMatch(init -> init.name().equals(container.name()) && isSidecar(init));
    if (!sidecar || removed == null || begun == null || !begun.isAfter(removed)) {
      return;
    }
    // The pod may have been ending for another reason before it was removed.
    Instant outlast = begun.minus(grace(pod));
    boolean mainRuns =
        world.runtime.containersOf(pod.uid()).stream()
            .filter(c -> c.running() && SimulationHistory.mainOf(pod, c.name()) != null)
            .anyMatch(c -> firstStops.getOrDefault(c.id(), Instant.MAX).isAfter(outlast));
    if (mainRuns && removed.isAfter(outlast)) {
      throw new BrokenInvariant(
          "sidecar " + container.name() + " of " + pod.uid() + " was stopped before the others");
    }
  }

  /** A command that has to be run before the stop was run, if there was time for it. */
  private void hadItsHook(
      Pod pod, ObservedContainer container, SimulationHistory.Instance instance) {
    Container wanted = named(pod, container.name());
    boolean asksFor =
        wanted != null
            && wanted.lifecycle() != null
            && wanted.lifecycle().preStop() != null
            && wanted.lifecycle().preStop().exec() != null;
    if (!asksFor) {
      return;
    }
    Instant ran = commands.get(pod.uid() + "/" + container.name());
    Instant removed = history.removedAt(pod.uid());
    // A pod that is never restarted ends with its sandbox, whether it is removed later or not.
    Instant lost =
        pod.spec().restartPolicy() == RestartPolicy.NEVER ? sandboxLost.get(pod.uid()) : null;
    boolean late = isOver(removed, pod) || isOver(lost, pod);
    if (!late && (ran == null || ran.isBefore(instance.createdAt))) {
      throw new BrokenInvariant(
          container.name() + " of " + pod.uid() + " was stopped without its preStop hook");
    }
  }

  /** Whether the pod's grace is used up since. */
  private boolean isOver(@Nullable Instant since, Pod pod) {
    return since != null && !world.time.now().isBefore(since.plus(grace(pod)));
  }

  private void newLife() {
    if (world.lives != livesSeen) {
      commands.clear();
      livesSeen = world.lives;
    }
  }

  private static Duration grace(Pod pod) {
    Long seconds = pod.spec().terminationGracePeriodSeconds();
    return seconds == null ? STANDARD_GRACE : Duration.ofSeconds(seconds);
  }

  private static @Nullable Container named(Pod pod, String name) {
    return Stream.of(pod.spec().initContainers(), pod.spec().containers())
        .flatMap(List::stream)
        .filter(container -> container.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static boolean isSidecar(Container init) {
    return Objects.equals(init.restartPolicy(), ContainerRestartPolicy.ALWAYS);
  }

  private static boolean isEphemeral(Pod pod, String name) {
    return pod.spec().ephemeralContainers().stream().anyMatch(c -> c.name().equals(name));
  }
}
