package dev.jubelet.decide.config.annotation;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;

/** The labels by which a runtime's sandboxes and containers are known to belong to a pod. */
public final class RuntimeLabels {
  public static final String POD_NAME = "io.kubernetes.pod.name";
  public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  public static final String POD_UID = "io.kubernetes.pod.uid";
  public static final String CONTAINER_NAME = "io.kubernetes.container.name";

  private RuntimeLabels() {}

  /** The pod's own labels and, over them, its identity. */
  public static Map<String, String> ofSandbox(Pod pod) {
    Map<String, String> labels = new LinkedHashMap<>(pod.metadata().labels());
    addIdentity(labels, pod);
    return labels;
  }

  /** Identity only: a container does not carry the pod's own labels. */
  public static Map<String, String> ofContainer(Pod pod, Container container) {
    Map<String, String> labels = new LinkedHashMap<>();
    addIdentity(labels, pod);
    labels.put(CONTAINER_NAME, container.name());
    return labels;
  }

  private static void addIdentity(Map<String, String> labels, Pod pod) {
    labels.put(POD_NAME, pod.metadata().name());
    labels.put(POD_NAMESPACE, pod.metadata().namespace());
    labels.put(POD_UID, pod.metadata().uid());
  }
}
