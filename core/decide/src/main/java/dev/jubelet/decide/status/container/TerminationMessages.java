package dev.jubelet.decide.status.container;

import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateTerminatedBuilder;
import dev.jubelet.model.status.ContainerStatus;
import java.util.List;

/** Keeps what containers leave behind small: a pod's status is stored and sent as a whole. */
public final class TerminationMessages {
  /** Kubernetes: shared evenly by all containers of a pod. */
  static final int POD_MAX = 12 * 1024;

  private final int share;

  public TerminationMessages(PodSpec spec) {
    int containers =
        spec.initContainers().size() + spec.containers().size() + spec.ephemeralContainers().size();
    this.share = POD_MAX / Math.max(1, containers);
  }

  public List<ContainerStatus> shortened(List<ContainerStatus> statuses) {
    return statuses.stream()
        .map(s -> s.withStates(shortened(s.state()), shortened(s.lastState())))
        .toList();
  }

  private ContainerState shortened(ContainerState state) {
    ContainerStateTerminated end = state.terminated();
    if (end == null) {
      return state;
    }
    return ContainerStates.terminated(
        ContainerStateTerminatedBuilder.builder(end).message(cut(end.message(), share)).build());
  }

  /** Limits are in bytes of UTF-8; no character is cut in two. */
  private static String cut(String text, int bytesMax) {
    if (text.length() * 3L <= bytesMax) {
      return text;
    }
    int bytes = 0;
    int at = 0;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (bytes > bytesMax) {
        return text.substring(0, at);
      }
      at += Character.charCount(point);
    }
    return text;
  }
}
