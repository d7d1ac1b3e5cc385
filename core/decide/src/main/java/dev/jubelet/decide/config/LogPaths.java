package dev.jubelet.decide.config;

import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;

/**
 * Where logs are: {@code <podLogsDirectory>/<namespace>_<name>_<uid>/<container>/<attempt>.log}.
 */
public final class LogPaths {
  private LogPaths() {}

  public static String directory(Pod pod, NodeSettings settings) {
    String root = settings.podLogsDirectory();
    return (root.endsWith("/") ? root : root + "/")
        + pod.metadata().namespace()
        + "_"
        + pod.metadata().name()
        + "_"
        + pod.metadata().uid();
  }

  /** Relative to the pod's log directory, as CRI wants it. */
  public static String file(String container, int attempt) {
    return container + "/" + attempt + ".log";
  }
}
