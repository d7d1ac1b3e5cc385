package dev.jubelet.decide.resources;

import dev.jubelet.model.pod.Pod;

/** Pods that the node or the cluster cannot do without. */
public final class CriticalPods {
  private static final String SOURCE = "kubernetes.io/config.source";
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String API_SOURCE = "api";
  private static final int SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;
  private static final String NODE_CRITICAL_CLASS = "system-node-critical";

  private CriticalPods() {}

  public static boolean isStatic(Pod pod) {
    String source = pod.metadata().annotations().get(SOURCE);
    return source != null && !source.equals(API_SOURCE);
  }

  public static boolean isCritical(Pod pod) {
    Integer priority = pod.spec().priority();
    return isStatic(pod)
        || pod.metadata().annotations().containsKey(MIRROR)
        || (priority != null && priority >= SYSTEM_CRITICAL_PRIORITY);
  }

  public static boolean isNodeCritical(Pod pod) {
    return isCritical(pod) && pod.spec().priorityClassName().equals(NODE_CRITICAL_CLASS);
  }
}
