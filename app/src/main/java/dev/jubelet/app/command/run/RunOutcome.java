package dev.jubelet.app.command.run;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How far a set of pods has come, judged by their statuses. */
record RunOutcome(List<Pod> pods, int expected) {
  RunOutcome {
    pods = List.copyOf(pods);
  }

  /** Every pod has ended, or all its containers have run at least once. */
  boolean isSettled() {
    return pods.size() >= expected && pods.stream().allMatch(RunOutcome::hasRun);
  }

  boolean hasEnded() {
    return pods.size() >= expected && pods.stream().allMatch(RunOutcome::isOver);
  }

  /** Those that end by themselves have done so; the others could go on for ever. */
  boolean isOnlyServing() {
    return pods.stream()
        .allMatch(pod -> isOver(pod) || pod.spec().restartPolicy() == RestartPolicy.ALWAYS);
  }

  /** Every pod succeeded, or runs without trouble. */
  boolean isGood() {
    return pods.size() >= expected && pods.stream().allMatch(RunOutcome::isFine);
  }

  /** Why not, a sentence for each trouble. */
  List<String> troubles() {
    List<String> troubles = new ArrayList<>();
    for (Pod pod : pods) {
      String name = pod.fullName().toString();
      if (!pod.status().message().isEmpty()) {
        troubles.add(name + ": " + pod.status().reason() + ": " + pod.status().message());
      }
      containers(pod)
          .forEach(container -> {
            ContainerStateWaiting waiting = container.state().waiting();
            ContainerStateTerminated ended = container.state().terminated();
            String whose = name + ", container " + container.name() + ": ";
            if (waiting != null && !waiting.reason().isEmpty()) {
              troubles.add(
                  whose
                      + waiting.reason()
                      + (waiting.message().isEmpty() ? "" : ": " + waiting.message()));
            } else if (ended != null && ended.exitCode() != 0) {
              troubles.add(whose + "ended with exit code " + ended.exitCode());
            }
          });
    }
    if (pods.size() < expected) {
      troubles.add("the node accepted only %d of %d pods".formatted(pods.size(), expected));
    }
    return troubles;
  }

  private static boolean isOver(Pod pod) {
    return pod.status().phase() == PodPhase.SUCCEEDED || pod.status().phase() == PodPhase.FAILED;
  }

  private static boolean hasRun(Pod pod) {
    return isOver(pod)
        || (pod.status().phase() == PodPhase.RUNNING
            && pod.status().containerStatuses().size() == pod.spec().containers().size()
            && pod.status().containerStatuses().stream().allMatch(RunOutcome::hasRun));
  }

  private static boolean hasRun(ContainerStatus container) {
    return Stream.of(container.state(), container.lastState())
        .anyMatch(state -> state.running() != null || state.terminated() != null);
  }

  private static boolean isFine(Pod pod) {
    return pod.status().phase() == PodPhase.SUCCEEDED
        || (pod.status().phase() == PodPhase.RUNNING
            && containers(pod).map(ContainerStatus::state).allMatch(RunOutcome::isFine));
  }

  private static boolean isFine(ContainerState state) {
    ContainerStateTerminated ended = state.terminated();
    return state.running() != null || (ended != null && ended.exitCode() == 0);
  }

  private static Stream<ContainerStatus> containers(Pod pod) {
    return Stream.of(pod.status().initContainerStatuses(), pod.status().containerStatuses())
        .flatMap(List::stream);
  }
}
