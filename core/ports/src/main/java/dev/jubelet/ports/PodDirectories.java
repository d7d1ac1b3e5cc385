package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of pods on this node: their directories, log directories and log links. Idempotent. */
public interface PodDirectories {
  /**
   * Makes the pod's directories.
   *
   * @return the highest attempt of each container that has left a log, by its name: the logs of a
   *     pod stay as long as the pod does, whatever becomes of its containers
   */
  Map<String, Integer> prepare(Pod pod);

  /** The file that the container's termination message is bound to, made anew for each attempt. */
  String prepareContainer(Pod pod, String container, int attempt);

  /** The node's own {@code /etc/hosts}; empty when it has none. */
  String nodeHosts();

  /** Makes the hosts file that the containers of the pod share say this; its path. */
  String writeHosts(Pod pod, String text);

  /** The legacy link to a container's log, see {@code /var/log/containers}. */
  void linkLog(Pod pod, String container, ContainerId id, String logPath);

  /** The text that an attempt of a container left in its file, at most {@code bytesMax} of it. */
  Optional<String> terminationMessage(PodUid uid, String container, int attempt, int bytesMax);

  /** The end of a container's log. */
  Optional<String> logTail(String logPath, int linesMax, int bytesMax);

  /** Removes the pod's directories and logs; refuses to cross a mount. */
  void remove(PodUid uid, PodName name);

  /** Pods that have a directory on this node. */
  List<PodUid> list();
}
