package dev.jubelet.simulator;

import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;

/** A status in a few words, for traces. */
final class StatusSummary {
  private StatusSummary() {}

  static String of(PodStatus status) {
    StringBuilder words = new StringBuilder(status.phase().wire());
    if (!status.reason().isEmpty()) {
      words.append('(').append(status.reason()).append(')');
    }
    status.initContainerStatuses().forEach(c -> words.append(' ').append(of(c)));
    status.containerStatuses().forEach(c -> words.append(' ').append(of(c)));
    return words.toString();
  }

  private static String of(ContainerStatus container) {
    return container.name() + "=" + state(container) + "x" + container.restartCount();
  }

  static String state(ContainerStatus container) {
    ContainerState state = container.state();
    if (state.running() != null) {
      return "running";
    }
    if (state.terminated() != null) {
      return "ended(" + state.terminated().exitCode() + ")";
    }
    return state.waiting() != null ? state.waiting().reason() : "nothing";
  }
}
