package dev.jubelet.cri.messages;

import java.util.Map;

/** The labels by which every kubelet marks what belongs to a pod. */
public final class PodLabels {
  public static final String POD_NAME = "io.kubernetes.pod.name";
  public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  public static final String POD_UID = "io.kubernetes.pod.uid";
  public static final String CONTAINER_NAME = "io.kubernetes.container.name";

  private PodLabels() {}

  /** Others may use the same runtime; what has no pod is theirs. */
  public static boolean ours(Map<String, String> labels) {
    return labels.containsKey(POD_UID);
  }

  public static String orElse(Map<String, String> labels, String key, String fallback) {
    String value = labels.get(key);
    return value == null || value.isEmpty() ? fallback : value;
  }
}
