package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.nodeserver.logs.ContainerLogFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The container that the words of a command line mean. */
public record LogTarget(Pod pod, String container) {
  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

  /**
   * @param name the pod's name, with or without the node's name at its end, and with or without
   *     {@code NAMESPACE/} before it
   * @param container "" for the pod's default one
   */
  static LogTarget find(List<Pod> pods, String name, String container) {
    List<Pod> matches = pods.stream().filter(pod -> isMeant(pod, name)).toList();
    if (matches.isEmpty()) {
      throw new CommandFailure(
          "there is no pod \"" + name + "\" on this node", "'jubelet pods' lists them");
    }
    if (matches.size() > 1) {
      throw new CommandFailure(
          "\""
              + name
              + "\" can be "
              + String.join(" or ", matches.stream().map(LogTarget::name).toList()),
          "name it with its namespace");
    }
    Pod pod = matches.getFirst();
    List<String> names = containers(pod);
    if (!container.isEmpty() && !names.contains(container)) {
      throw new CommandFailure(
          "pod " + name(pod) + " has no container \"" + container + "\"",
          "choose one of " + String.join(", ", names));
    }
    return new LogTarget(pod, container.isEmpty() ? defaultContainer(pod, names) : container);
  }

  private static boolean isMeant(Pod pod, String name) {
    String full = name(pod);
    String onNode = name + "-" + pod.spec().nodeName();
    return Stream.of(name, onNode)
        .anyMatch(said -> full.equals(said) || pod.metadata().name().equals(said));
  }

  private static String name(Pod pod) {
    return pod.fullName().toString();
  }

  public static List<String> containers(Pod pod) {
    return Stream.of(
            pod.spec().containers().stream().map(Container::name),
            pod.spec().initContainers().stream().map(Container::name),
            pod.spec().ephemeralContainers().stream().map(EphemeralContainer::name))
        .flatMap(names -> names)
        .toList();
  }

  private static String defaultContainer(Pod pod, List<String> names) {
    String wished = pod.metadata().annotations().getOrDefault(DEFAULT_CONTAINER, "");
    return names.contains(wished) ? wished : names.getFirst();
  }

  /**
   * @param logs the node's podLogsDir
   */
  public ContainerLogFiles files(Path logs) {
    return ContainerLogFiles.of(
        logs, pod.metadata().namespace(), pod.metadata().name(), pod.metadata().uid(), container);
  }

  /** Whether the container runs, as the pod's status has it. */
  boolean isRunning() {
    return states().anyMatch(state -> state.running() != null);
  }

  /** Between two runs the latest file is already the previous run's. */
  boolean isWaiting() {
    return states().anyMatch(state -> state.waiting() != null);
  }

  private Stream<ContainerState> states() {
    return Stream.of(
            pod.status().containerStatuses(),
            pod.status().initContainerStatuses(),
            pod.status().ephemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(status -> status.name().equals(container))
        .map(ContainerStatus::state);
  }
}
