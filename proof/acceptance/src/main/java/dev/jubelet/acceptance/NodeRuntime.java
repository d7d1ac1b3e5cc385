package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.linux.process.ProcessTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What runs the containers of a test's node: a daemon of its own, or the node's own process. */
public interface NodeRuntime {
  /** Before anything else: CRI answers afterwards, and the images are there. */
  void begin(List<Path> images, Duration deadline);

  /** Sees to it that CRI answers, unless a kubelet is about to do so. */
  void start(Duration deadline);

  /** SIGKILL to whoever answers beside a kubelet of ours; containers go on. */
  void kill();

  /** Makes room for a kubelet of ours, which may bring the runtime itself. */
  void handOver();

  /** Where CRI answers, also for other kubelets. */
  String endpoint();

  /** What {@code containerRuntimeEndpoint} says for a kubelet of ours. */
  String endpointOfOurs();

  /** More words for a kubelet of ours. */
  List<String> flagsOfOurs();

  /** How statuses call the ids of its containers: {@code NAME://ID}. */
  String idScheme();

  /** The processes that hold containers while nobody answers. */
  List<ProcessTable.Entry> monitors();

  /** What it keeps by itself, kind by kind; readable also while nobody answers. */
  Map<String, List<String>> kept();

  /** Where the addresses of pods are reserved. */
  Path addresses();

  /** Present when it is one. */
  Optional<PrivateContainerd> containerd();

  /** Ends all containers and leaves nothing; the kubelet is gone. */
  void erase();
}
