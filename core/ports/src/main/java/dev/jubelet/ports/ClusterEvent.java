package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import org.jspecify.annotations.Nullable;

/**
 * Something that a cluster is told, as an event of Kubernetes with its reasons and messages: tools
 * match them.
 *
 * @param warning whether it is of type Warning, else Normal
 */
public record ClusterEvent(Subject about, boolean warning, String reason, String message) {

  /** Who it is about. */
  public sealed interface Subject {
    record OfNode() implements Subject {}

    /**
     * @param fieldPath the container in question, such as {@code spec.containers{web}}, or ""
     */
    record OfPod(PodName name, PodUid uid, String fieldPath) implements Subject {}
  }

  public static final Subject NODE = new Subject.OfNode();

  public static Subject about(Pod pod) {
    return new Subject.OfPod(pod.fullName(), pod.uid(), "");
  }

  public static Subject about(Pod pod, String container) {
    return about(pod.fullName(), pod.uid(), pod, container);
  }

  /**
   * @param pod absent when only the runtime still knows of it
   */
  public static Subject about(PodName name, PodUid uid, @Nullable Pod pod, String container) {
    return new Subject.OfPod(name, uid, fieldPath(pod, container));
  }

  private static String fieldPath(@Nullable Pod pod, String container) {
    if (pod != null
        && pod.spec().containers().stream().anyMatch(each -> each.name().equals(container))) {
      return "spec.containers{" + container + "}";
    }
    if (pod != null && pod.spec().isInit(container)) {
      return "spec.initContainers{" + container + "}";
    }
    if (pod != null
        && pod.spec().ephemeralContainers().stream().anyMatch(e -> e.name().equals(container))) {
      return "spec.ephemeralContainers{" + container + "}";
    }
    return "implicitly required container " + container;
  }
}
