package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import org.jspecify.annotations.Nullable;

/**
 * The node's journal: one line for every transition and action, with the reason; and what of it is
 * told to the cluster. Never a secret.
 */
public interface Journal {
  enum Level {
    DETAIL,
    NORMAL,
    WARNING,
    ERROR
  }

  /**
   * @param reason a short word such as {@code Started} or {@code BackOff}, as Kubernetes events
   *     have
   * @param pod the pod concerned, or null for the node
   */
  void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message);

  /** Writes a line about the node as a whole. */
  default void write(Level level, String reason, String message) {
    write(level, null, null, reason, message);
  }

  /** Writes a line about a pod and tells the cluster the same. */
  default void announce(Level level, Pod pod, String reason, String message) {
    announce(level, pod, ClusterEvent.about(pod), reason, message);
  }

  /**
   * @param about the pod or a container of it
   */
  default void announce(
      Level level, Pod pod, ClusterEvent.Subject about, String reason, String message) {
    write(level, pod.fullName(), pod.uid(), reason, message);
    recordEvent(new ClusterEvent(about, level == Level.WARNING, reason, message));
  }

  /** Tells the cluster, if there is one. It never waits, and what nobody takes is lost. */
  default void recordEvent(ClusterEvent event) {}
}
