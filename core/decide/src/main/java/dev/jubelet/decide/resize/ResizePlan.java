package dev.jubelet.decide.resize;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What comes next on the way: room in the pod's cgroup, then containers that give something back,
 * then those that get more, then the cgroup again. What has to be restarted is stopped beside all
 * of it, and started with what it was given.
 */
public record ResizePlan(List<ObservedContainer> restarts, List<ResizeStep> steps, String why) {
  public ResizePlan {
    restarts = List.copyOf(restarts);
    steps = List.copyOf(steps);
  }

  /**
   * @param running the instances that run now
   */
  public static ResizePlan of(
      Pod pod, ResizeState state, SandboxId sandbox, Map<Container, ObservedContainer> running) {
    PodAllocation now = PodAllocation.of(pod);
    List<ObservedContainer> restarts = new ArrayList<>();
    List<ObservedContainer> lowered = new ArrayList<>();
    List<ResizeStep> back = new ArrayList<>();
    List<ResizeStep> more = new ArrayList<>();
    running.forEach((container, instance) -> {
      ContainerAmounts has = state.has(pod, instance);
      ContainerAmounts next = now.amounts(container.name());
      if (has.equals(next) && !state.isDoubtful(pod, instance)) {
        return;
      }
      if (has.restarts(next, container)) {
        restarts.add(instance);
        return;
      }
      if (has.lowersMemory(next)) {
        lowered.add(instance);
      }
      (has.grows(next) ? more : back).add(new ResizeStep.Change(container, instance, next));
    });
    ResizeState.Underway underway = state.underway();
    if (underway != null && !underway.raised()) {
      ResizeStep begin =
          new ResizeStep.Begin(state.before(pod), state.widest(pod), sandbox, lowered);
      return new ResizePlan(restarts, List.of(begin), "the pod was given other resources");
    }
    if (!back.isEmpty() || !more.isEmpty()) {
      return new ResizePlan(
          restarts, back.isEmpty() ? more : back, "containers get what the pod was given");
    }
    return restarts.isEmpty()
        ? new ResizePlan(
            restarts, List.of(new ResizeStep.Finish()), "all containers have what they were given")
        : new ResizePlan(
            restarts, List.of(), "Container " + names(restarts) + " resize requires restart");
  }

  private static String names(List<ObservedContainer> instances) {
    return String.join(", ", instances.stream().map(ObservedContainer::name).toList());
  }
}
