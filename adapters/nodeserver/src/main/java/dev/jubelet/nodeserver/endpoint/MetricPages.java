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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Prometheus and the metrics server read. */
final class MetricPages {
  private static final double NANOS = 1e9;

  /** Usage with the pod that it belongs to. */
  private record Named(PodReport report, ResourceUsage usage) {
    ObjectMeta pod() {
      return report.pod().metadata();
    }

    Reading reading(List<String> labels) {
      return new Reading(
          labels, usage.cpuNanos() / NANOS, usage.memoryWorkingSetBytes(), usage.at());
    }
  }

  private record Reading(List<String> labels, double cpuSeconds, double workingSet, Instant at) {}

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
      pods = named(SummaryPage.sandboxes(runtime));
    } catch (OutsideFailure away) {
      failed = true;
    }
    cpuAndMemory(
        text, "container", containers.stream().map(each -> each.reading(labels(each))).toList());
    text.family(
        "container_start_time_seconds",
        "gauge",
        "Start time of the container since unix epoch in seconds");
    containers.forEach(each ->
        SummaryPage.startedAt(each.report(), each.usage().name())
            .ifPresent(at -> text.sample(labels(each), at.toEpochMilli() / 1e3)));
    Instant now = Instant.now();
    cpuAndMemory(
        text,
        "node",
        MachineUsage.read().stream()
            .map(each ->
                new Reading(List.of(), each.cpuNanos() / NANOS, each.memoryWorkingSet(), now))
            .toList());
    cpuAndMemory(text, "pod", pods.stream().map(each -> each.reading(podLabels(each))).toList());
    text.family(
        "resource_scrape_error",
        "gauge",
        "1 if there was an error while getting container metrics, 0 otherwise");
    text.sample(List.of(), failed ? 1 : 0);
    return answer(text);
  }

  /**
   * @param whose begins the names of both families
   */
  private static void cpuAndMemory(MetricText text, String whose, List<Reading> readings) {
    text.family(
        whose + "_cpu_usage_seconds_total",
        "counter",
        "Cumulative cpu time consumed by the %s in core-seconds".formatted(whose));
    readings.forEach(each -> text.sample(each.labels(), each.cpuSeconds(), each.at()));
    text.family(
        whose + "_memory_working_set_bytes",
        "gauge",
        "Current working set of the %s in bytes".formatted(whose));
    readings.forEach(each -> text.sample(each.labels(), each.workingSet(), each.at()));
  }

  /** Under the names of cAdvisor: what the container runtime counts, and the machine's size. */
  HttpAnswer cadvisor() {
    MetricText text = new MetricText();
    text.family("machine_cpu_cores", "gauge", "Number of logical CPU cores.");
    text.sample(List.of(), Runtime.getRuntime().availableProcessors());
    text.family("machine_memory_bytes", "gauge", "Amount of memory installed on the machine.");
    MachineUsage.read().ifPresent(each -> text.sample(List.of(), (double) each.memoryTotal()));
    try {
      node.runtime().get().ifPresent(runtime -> containers(text, runtime));
    } catch (OutsideFailure away) {
      // The machine's own figures are still worth having.
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
      text.sample(all, each.usage().cpuNanos() / NANOS, each.usage().at());
    });
    text.family("container_memory_usage_bytes", "gauge", "Current memory usage in bytes.");
    containers.forEach(each ->
        text.sample(
            labels.apply(each), (double) each.usage().memoryUsageBytes(), each.usage().at()));
    text.family("container_memory_working_set_bytes", "gauge", "Current working set in bytes.");
    containers.forEach(each ->
        text.sample(
            labels.apply(each), (double) each.usage().memoryWorkingSetBytes(), each.usage().at()));
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
}
