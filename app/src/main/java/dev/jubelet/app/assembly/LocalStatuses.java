package dev.jubelet.app.assembly;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.ports.StatusSink;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The node's own list of pods and how they are, for {@code /pods}. */
final class LocalStatuses implements StatusSink {
  private final Map<PodUid, PodReport> reports = new ConcurrentHashMap<>();

  @Override
  public void publish(Pod pod, PodStatus status) {
    reports.put(pod.uid(), new PodReport(pod, status));
  }

  @Override
  public void forget(PodUid uid) {
    reports.remove(uid);
  }

  /** In no order. */
  Collection<PodReport> all() {
    return reports.values();
  }

  /** In the order of namespace and name; while a pod replaces another of its name, by UID. */
  List<PodReport> reports() {
    return reports.values().stream()
        .sorted(
            Comparator.comparing((PodReport report) -> report.pod().fullName())
                .thenComparing(report -> report.pod().metadata().uid()))
        .toList();
  }
}
