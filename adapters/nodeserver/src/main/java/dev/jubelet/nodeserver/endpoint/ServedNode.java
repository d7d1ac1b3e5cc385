package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.streaming.StreamLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The node as its port sees it.
 *
 * @param checks by name; each answers with what is wrong, or with nothing
 * @param pods all pods that the node knows, with their present status
 * @param runtime nothing until it has been found
 * @param configuration the KubeletConfiguration in force, as JSON
 * @param timelines JSON for the UID of a pod, where something is known of it
 */
public record ServedNode(
    String nodeName,
    Map<String, Supplier<Optional<String>>> checks,
    Supplier<List<PodReport>> pods,
    Supplier<Optional<ContainerRuntime>> runtime,
    NodeMetrics metrics,
    Supplier<String> configuration,
    Function<String, Optional<String>> timelines,
    StreamLimits streams,
    Places places,
    Switches switches) {

  /**
   * @param root the node's own directory
   * @param podLogs the node's podLogsDir
   * @param nodeLogs what {@code /logs/} shows
   */
  public record Places(Path root, Path podLogs, Path nodeLogs) {
    Path checkpoints() {
      return root.resolve("checkpoints");
    }
  }

  /**
   * @param debugging {@code enableDebuggingHandlers}
   * @param systemLogs {@code enableSystemLogHandler}
   * @param logQueries {@code enableSystemLogQuery}
   * @param checkpoints feature gate ContainerCheckpoint
   * @param splitStreams feature gate PodLogsQuerySplitStreams
   */
  public record Switches(
      boolean debugging,
      boolean systemLogs,
      boolean logQueries,
      boolean checkpoints,
      boolean splitStreams) {
    /** Of the kubelet 1.36. */
    public static final Switches DEFAULTS = new Switches(true, true, false, true, false);
  }
}
