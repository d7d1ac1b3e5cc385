package dev.jubelet.app.command;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One pod in one row, worded as {@code kubectl get pods} does. */
record PodSummary(String ready, String status, String restarts) {

  static PodSummary of(Pod pod, Instant now) {
    Set<String> sidecars =
        pod.spec().initContainers().stream()
            .filter(Container::isSidecar)
            .map(Container::name)
            .collect(Collectors.toSet());
    PodStatus status = pod.status();
    Optional<String> initWord = initWord(pod, sidecars);
    boolean mainPart = initWord.isEmpty() || conditionHolds(status, "Initialized");
    String word = mainPart ? mainWord(status, initWord) : initWord.get();

    List<ContainerStatus> restarted =
        mainPart
            ? status.initContainerStatuses().stream()
                .filter(container -> sidecars.contains(container.name()))
                .toList()
            : status.initContainerStatuses();
    long ready = readySidecars(status, sidecars);
    if (mainPart) {
      ready += status.containerStatuses().stream().filter(PodSummary::runsReady).count();
    }
    return new PodSummary(
        ready + "/" + (pod.spec().containers().size() + sidecars.size()),
        ending(pod).orElse(word),
        restarts(restarted, mainPart ? status.containerStatuses() : List.of(), now));
  }

  private static boolean hasStartedSidecar(ContainerStatus container, Set<String> sidecars) {
    return sidecars.contains(container.name()) && Boolean.TRUE.equals(container.started());
  }

  /** What the first init container that is not through is doing; empty when all are. */
  private static Optional<String> initWord(Pod pod, Set<String> sidecars) {
    List<ContainerStatus> inits = pod.status().initContainerStatuses();
    for (int i = 0; i < inits.size(); i++) {
      ContainerStatus container = inits.get(i);
      ContainerStateTerminated ended = container.state().terminated();
      if ((ended != null && ended.exitCode() == 0) || hasStartedSidecar(container, sidecars)) {
        continue;
      }
      ContainerStateWaiting waiting = container.state().waiting();
      if (ended != null) {
        return Optional.of("Init:" + endWord(ended));
      }
      if (waiting != null
          && !waiting.reason().isEmpty()
          && !waitingWord(waiting).equals("PodInitializing")) {
        return Optional.of("Init:" + waitingWord(waiting));
      }
      return Optional.of("Init:" + i + "/" + pod.spec().initContainers().size());
    }
    return Optional.empty();
  }

  // The first container has the last word, hence from the end to the start.
  private static String mainWord(PodStatus status, Optional<String> initWord) {
    String word = initWord.orElseGet(() -> podWord(status));
    String errorWord = null;
    boolean hasRunning = false;
    for (ContainerStatus container : status.containerStatuses().reversed()) {
      ContainerStateWaiting waiting = container.state().waiting();
      ContainerStateTerminated ended = container.state().terminated();
      if (waiting != null && !waiting.reason().isEmpty()) {
        word = waitingWord(waiting);
      } else if (ended != null) {
        word = endWord(ended);
        errorWord = ended.exitCode() != 0 ? word : errorWord;
      } else if (runsReady(container)) {
        hasRunning = true;
      }
    }
    return word.equals("Completed") ? completedWord(status, hasRunning, errorWord) : word;
  }

  /** Beyond kubectl: our own nodes say when a container only waits for its image. */
  private static String waitingWord(ContainerStateWaiting waiting) {
    return waiting.message().startsWith("Pulling image ") ? "Pulling" : waiting.reason();
  }

  private static String completedWord(
      PodStatus status, boolean hasRunning, @Nullable String errorWord) {
    if (hasRunning && conditionHolds(status, "Ready")) {
      return "Running";
    }
    if (errorWord != null) {
      return errorWord;
    }
    return hasRunning ? "NotReady" : "Completed";
  }

  private static String podWord(PodStatus status) {
    return status.reason().isEmpty() ? status.phase().wire() : status.reason();
  }

  private static String endWord(ContainerStateTerminated ended) {
    if (!ended.reason().isEmpty()) {
      return ended.reason();
    }
    return ended.signal() != 0 ? "Signal:" + ended.signal() : "ExitCode:" + ended.exitCode();
  }

  private static Optional<String> ending(Pod pod) {
    PodPhase phase = pod.status().phase();
    boolean over = phase == PodPhase.SUCCEEDED || phase == PodPhase.FAILED;
    return pod.metadata().deletionTimestamp() != null && !over
        ? Optional.of("Terminating")
        : Optional.empty();
  }

  private static long readySidecars(PodStatus status, Set<String> sidecars) {
    return status.initContainerStatuses().stream()
        .filter(container -> hasStartedSidecar(container, sidecars) && container.ready())
        .count();
  }

  private static boolean runsReady(ContainerStatus container) {
    return container.ready() && container.state().running() != null;
  }

  private static boolean conditionHolds(PodStatus status, String type) {
    return status.conditions().stream()
        .anyMatch(condition ->
            condition.type().equals(type) && condition.status() == ConditionStatus.TRUE);
  }

  private static String restarts(
      List<ContainerStatus> inits, List<ContainerStatus> mains, Instant now) {
    int count = 0;
    Instant last = Instant.MIN;
    for (List<ContainerStatus> group : List.of(inits, mains)) {
      for (ContainerStatus container : group) {
        count += container.restartCount();
        ContainerStateTerminated before = container.lastState().terminated();
        Instant finished = before == null ? null : before.finishedAt();
        if (finished != null && finished.isAfter(last)) {
          last = finished;
        }
      }
    }
    return count == 0 || last.equals(Instant.MIN)
        ? Integer.toString(count)
        : count + " (" + Ages.text(Duration.between(last, now)) + " ago)";
  }
}
