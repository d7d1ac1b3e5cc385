package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.streaming.StreamLimits;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The node as its port sees it.
 *
 * @param pages what it tells of itself, as on its health port
 * @param runtime nothing until it has been found
 * @param configuration the KubeletConfiguration in force, as JSON
 */
public record ServedNode(
    String nodeName,
    NodePages pages,
    Supplier<Optional<ContainerRuntime>> runtime,
    Supplier<String> configuration,
    StreamLimits streams,
    Places places,
    Switches switches) {
  static final String NO_RUNTIME = "the container runtime has not been found yet";

  /**
   * @throws OutsideFailure until it has been found
   */
  ContainerRuntime foundRuntime() {
    return runtime.get().orElseThrow(() -> new OutsideFailure(FailureKind.UNAVAILABLE, NO_RUNTIME));
  }

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
