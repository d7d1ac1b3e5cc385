package dev.jubelet.cri;

import java.util.Map;

/** The labels by which every kubelet marks what belongs to a pod. */
final class PodLabels {
  static final String POD_NAME = "io.kubernetes.pod.name";
  static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  static final String POD_UID = "io.kubernetes.pod.uid";
  static final String CONTAINER_NAME = "io.kubernetes.container.name";

  private PodLabels() {}

  /** Others may use the same runtime; what has no pod is theirs. */
  static boolean ours(Map<String, String> labels) {
    return labels.containsKey(POD_UID);
  }

  static String orElse(Map<String, String> labels, String key, String fallback) {
    String value = labels.get(key);
    return value == null || value.isEmpty() ? fallback : value;
  }
}
