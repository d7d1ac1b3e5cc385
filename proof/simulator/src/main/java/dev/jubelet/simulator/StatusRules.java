package dev.jubelet.simulator;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Final phases never change, restart counts never fall, and what is told of exits is true. */
final class StatusRules {
  private final SimulationHistory history;
  private final IntSupplier life;
  private final Map<PodUid, PodStatus> statuses = new LinkedHashMap<>();
  private final Map<String, Integer> restarts = new HashMap<>();

  /**
   * @param life counts the lives of our process
   */
  StatusRules(SimulationHistory history, IntSupplier life) {
    this.history = history;
    this.life = life;
  }

  /** The newest status of a pod, also one that was forgotten. */
  @Nullable PodStatus status(PodUid uid) {
    return statuses.get(uid);
  }

  void published(Pod pod, PodStatus status) {
    PodStatus before = statuses.put(pod.uid(), status);
    if (before != null && isFinal(before.phase()) && status.phase() != before.phase()) {
      throw new BrokenInvariant(
          "final phase of "
              + pod.uid()
              + " changed from "
              + before.phase()
              + " to "
              + status.phase());
    }
    Stream.of(status.initContainerStatuses(), status.containerStatuses())
        .flatMap(List::stream)
        .forEach(container -> {
          String key = pod.uid() + "/" + container.name();
          countsOn(key, container.restartCount());
          isTrue(key, container.state());
          isTrue(key, container.lastState());
        });
    if (status.phase() == PodPhase.SUCCEEDED) {
      hasSucceeded(pod);
    }
  }

  /** Whatever is taken away, and however often our process dies: nobody's restarts become fewer. */
  private void countsOn(String key, int count) {
    Integer old = restarts.put(key, count);
    if (old != null && count < old) {
      throw new BrokenInvariant(
          "the restart count of " + key + " fell from " + old + " to " + count);
    }
  }

  private void isTrue(String key, ContainerState state) {
    ContainerStateTerminated told = state.terminated();
    if (told == null) {
      return;
    }
    String id = told.containerID().substring(told.containerID().lastIndexOf('/') + 1);
    SimulationHistory.Instance instance = history.instance(id);
    if (instance != null && instance.exitedAt() != null && instance.exitCode() != told.exitCode()) {
      throw new BrokenInvariant(
          key + " ended with " + instance.exitCode() + " and is shown with " + told.exitCode());
    }
  }

  private void hasSucceeded(Pod pod) {
    for (Container container : pod.spec().containers()) {
      SimulationHistory.Instance newest = history.newest(pod.uid(), container.name());
      if (newest == null || newest.exitedAt() == null || newest.exitCode() != 0) {
        throw new BrokenInvariant(
            pod.uid() + " is shown as succeeded, but " + container.name() + " has not");
      }
      boolean wanted =
          history.removedAt(pod.uid()) == null && pod.spec().activeDeadlineSeconds() == null;
      if (wanted
          && pod.spec().restartPolicy() == RestartPolicy.ON_FAILURE
          && newest.stopAskedIn(life.getAsInt())) {
        throw new BrokenInvariant(
            pod.uid()
                + " is shown as succeeded, but we stopped "
                + container.name()
                + " ourselves");
      }
    }
  }

  static boolean isFinal(PodPhase phase) {
    return switch (phase) {
      case SUCCEEDED, FAILED -> true;
      case PENDING, RUNNING, UNKNOWN -> false;
    };
  }
}
