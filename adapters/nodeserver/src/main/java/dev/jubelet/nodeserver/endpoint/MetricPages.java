package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Prometheus and the metrics server read. */
final class MetricPages {
  private static final Path PROC = Path.of("/proc");
  private static final double NANOS = 1e9;

  /** Usage with the pod that it belongs to. */
  private record Named(PodReport report, ResourceUsage usage) {
    ObjectMeta pod() {
      return report.pod().metadata();
    }
  }

  private final ServedNode node;

  MetricPages(ServedNode node) {
    this.node = node;
  }

  /** CPU and memory of node, pods and containers: what scales and sorts in a cluster. */
  HttpAnswer resource() {
    MetricText text = new MetricText();
    List<Named> containers = List.of();
    List<Named> pods = List.of();
    boolean failed = false;
    try {
      ContainerRuntime runtime = node.foundRuntime();
      containers = named(runtime.stats().containers(null));
      pods = named(runtime.stats().sandboxes(null));
    } catch (OutsideFailure away) {
      failed = true;
    }
    text.family(
        "container_cpu_usage_seconds_total",
        "counter",
        "Cumulative cpu time consumed by the container in core-seconds");
    containers.forEach(each -> text.sample(labels(each), seconds(each.usage()), each.usage().at()));
    text.family(
        "container_memory_working_set_bytes",
        "gauge",
        "Current working set of the container in bytes");
    containers.forEach(each -> text.sample(labels(each), workingSet(each), each.usage().at()));
    text.family(
        "container_start_time_seconds",
        "gauge",
        "Start time of the container since unix epoch in seconds");
    containers.forEach(each ->
        SummaryPage.startedAt(each.report(), each.usage().name())
            .ifPresent(at -> text.sample(labels(each), at.toEpochMilli() / 1e3)));
    node(text);
    text.family(
        "pod_cpu_usage_seconds_total",
        "counter",
        "Cumulative cpu time consumed by the pod in core-seconds");
    pods.forEach(each -> text.sample(podLabels(each), seconds(each.usage()), each.usage().at()));
    text.family("pod_memory_working_set_bytes", "gauge", "Current working set of the pod in bytes");
    pods.forEach(each -> text.sample(podLabels(each), workingSet(each), each.usage().at()));
    text.family(
        "resource_scrape_error",
        "gauge",
        "1 if there was an error while getting container metrics, 0 otherwise");
    text.sample(List.of(), failed ? 1 : 0);
    return answer(text);
  }

  private static void node(MetricText text) {
    Optional<MachineUsage> machine = MachineUsage.read(PROC);
    Instant now = Instant.now();
    text.family(
        "node_cpu_usage_seconds_total",
        "counter",
        "Cumulative cpu time consumed by the node in core-seconds");
    machine.ifPresent(each -> text.sample(List.of(), each.cpuNanos() / NANOS, now));
    text.family(
        "node_memory_working_set_bytes", "gauge", "Current working set of the node in bytes");
    machine.ifPresent(each -> text.sample(List.of(), (double) each.memoryWorkingSet(), now));
  }

  /** Under the names of cAdvisor: what the container runtime counts, and the machine's size. */
  HttpAnswer cadvisor() {
    MetricText text = new MetricText();
    text.family("machine_cpu_cores", "gauge", "Number of logical CPU cores.");
    text.sample(List.of(), Runtime.getRuntime().availableProcessors());
    text.family("machine_memory_bytes", "gauge", "Amount of memory installed on the machine.");
    MachineUsage.read(PROC).ifPresent(each -> text.sample(List.of(), (double) each.memoryTotal()));
    try {
      node.runtime().get().ifPresent(runtime -> containers(text, runtime));
    } catch (OutsideFailure away) {
      // The machine's own figures are still worth having.
      return answer(text);
    }
    return answer(text);
  }

  private void containers(MetricText text, ContainerRuntime runtime) {
    List<Named> containers = named(runtime.stats().containers(null));
    Map<ContainerId, ObservedContainer> seen =
        runtime.containers().list(null).stream()
            .collect(Collectors.toMap(ObservedContainer::id, each -> each, (one, two) -> one));
    Function<Named, List<String>> labels =
        each -> {
          ObservedContainer known = seen.get(new ContainerId(each.usage().id()));
          return List.of(
              "container",
              each.usage().name(),
              "id",
              "",
              "image",
              known == null ? "" : known.image(),
              "name",
              each.usage().id(),
              "namespace",
              each.pod().namespace(),
              "pod",
              each.pod().name());
        };
    text.family(
        "container_cpu_usage_seconds_total", "counter", "Cumulative cpu time consumed in seconds.");
    containers.forEach(each -> {
      List<String> all =
          Stream.concat(labels.apply(each).stream(), Stream.of("cpu", "total")).toList();
      text.sample(all, seconds(each.usage()), each.usage().at());
    });
    text.family("container_memory_usage_bytes", "gauge", "Current memory usage in bytes.");
    containers.forEach(each ->
        text.sample(
            labels.apply(each), (double) each.usage().memoryUsageBytes(), each.usage().at()));
    text.family("container_memory_working_set_bytes", "gauge", "Current working set in bytes.");
    containers.forEach(
        each -> text.sample(labels.apply(each), workingSet(each), each.usage().at()));
    text.family(
        "container_fs_usage_bytes", "gauge", "Number of bytes that are consumed by the container.");
    containers.forEach(each ->
        text.sample(
            labels.apply(each), (double) each.usage().writableLayerBytes(), each.usage().at()));
  }

  /** What is counted apart from the rest, since it has a series for every pod. */
  HttpAnswer probes() {
    MetricText text = new MetricText();
    text.family("process_start_time_seconds", "gauge", "When this process started.");
    ProcessHandle.current()
        .info()
        .startInstant()
        .ifPresent(at -> text.sample(List.of(), at.toEpochMilli() / 1e3));
    return answer(text);
  }

  private static HttpAnswer answer(MetricText text) {
    return HttpAnswer.of(200, NodePages.METRICS_TYPE, text.toString());
  }

  private List<Named> named(List<ResourceUsage> usages) {
    Map<PodUid, PodReport> pods =
        node.pages().pods().get().stream()
            .collect(Collectors.toMap(each -> each.pod().uid(), each -> each, (one, two) -> one));
    List<Named> named = new ArrayList<>();
    for (ResourceUsage usage : usages) {
      PodReport report = pods.get(usage.uid());
      if (report != null) {
        named.add(new Named(report, usage));
      }
    }
    return named;
  }

  private static List<String> labels(Named each) {
    return List.of(
        "container",
        each.usage().name(),
        "namespace",
        each.pod().namespace(),
        "pod",
        each.pod().name());
  }

  private static List<String> podLabels(Named each) {
    return List.of("namespace", each.pod().namespace(), "pod", each.pod().name());
  }

  private static double seconds(ResourceUsage usage) {
    return usage.cpuNanos() / NANOS;
  }

  private static double workingSet(Named each) {
    return each.usage().memoryWorkingSetBytes();
  }
}
