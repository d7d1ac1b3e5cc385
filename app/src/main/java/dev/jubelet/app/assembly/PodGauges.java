package dev.jubelet.app.assembly;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.StatusSink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the metrics about pods in step with the statuses that pass through to the list. */
final class PodGauges implements StatusSink {
  private final LocalStatuses statuses;
  private final NodeMetrics metrics;
  private final NodeTime time;
  private final Map<PodUid, Instant> starting = new ConcurrentHashMap<>();

  PodGauges(LocalStatuses statuses, NodeMetrics metrics, NodeTime time) {
    this.statuses = statuses;
    this.metrics = metrics;
    this.time = time;
  }

  NodeMetrics metrics() {
    return metrics;
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    statuses.publish(pod, status);
    if (status.phase() == PodPhase.PENDING) {
      starting.putIfAbsent(pod.uid(), time.now());
    } else {
      Instant since = starting.remove(pod.uid());
      if (since != null && status.phase() == PodPhase.RUNNING) {
        metrics.podStarted(Duration.between(since, time.now()));
      }
    }
    count();
  }

  @Override
  public void forget(PodUid uid) {
    statuses.forget(uid);
    starting.remove(uid);
    count();
  }

  private void count() {
    int running = 0;
    Map<String, Integer> containers =
        new TreeMap<>(Map.of("created", 0, "running", 0, "exited", 0, "unknown", 0));
    for (PodReport report : statuses.all()) {
      running += report.status().phase() == PodPhase.RUNNING ? 1 : 0;
      count(report.status().initContainerStatuses(), containers);
      count(report.status().containerStatuses(), containers);
    }
    metrics.observed(running, containers);
  }

  private static void count(List<ContainerStatus> statuses, Map<String, Integer> containers) {
    for (ContainerStatus status : statuses) {
      if (!status.containerID().isEmpty()) {
        containers.merge(word(status.state()), 1, Integer::sum);
      }
    }
  }

  private static String word(ContainerState state) {
    if (state.running() != null) {
      return "running";
    }
    return state.terminated() != null || state.waiting() != null ? "exited" : "unknown";
  }
}
