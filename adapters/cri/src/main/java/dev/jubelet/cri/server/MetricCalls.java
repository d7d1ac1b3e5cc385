package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.WireTime;
import dev.jubelet.cri.wire.ContainerMetrics;
import dev.jubelet.cri.wire.ListMetricDescriptorsResponse;
import dev.jubelet.cri.wire.ListPodSandboxMetricsResponse;
import dev.jubelet.cri.wire.Metric;
import dev.jubelet.cri.wire.MetricDescriptor;
import dev.jubelet.cri.wire.MetricType;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxMetrics;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StreamPodSandboxMetricsResponse;
import dev.jubelet.cri.wire.UInt64Value;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.ResourceUsage;
import java.util.List;
import java.util.function.ToLongFunction;

/** What is used, under the names that cAdvisor gave it and that all dashboards know. */
final class MetricCalls {
  private static final List<String> LABELS =
      List.of("container", "id", "image", "name", "namespace", "pod");
  private static final long NANOS = 1_000_000_000L;

  private enum Figure {
    CPU(
        "container_cpu_usage_seconds_total",
        "Cumulative cpu time consumed in seconds.",
        MetricType.COUNTER,
        usage -> usage.cpuNanos() / NANOS),
    MEMORY(
        "container_memory_usage_bytes",
        "Current memory usage in bytes, including what the kernel could give up.",
        MetricType.GAUGE,
        ResourceUsage::memoryUsageBytes),
    WORKING_SET(
        "container_memory_working_set_bytes",
        "Current working set in bytes.",
        MetricType.GAUGE,
        ResourceUsage::memoryWorkingSetBytes),
    DISK(
        "container_fs_usage_bytes",
        "Number of bytes in the writable layer.",
        MetricType.GAUGE,
        ResourceUsage::writableLayerBytes);

    private final String wireName;
    private final String help;
    private final MetricType type;
    private final ToLongFunction<ResourceUsage> value;

    Figure(String wireName, String help, MetricType type, ToLongFunction<ResourceUsage> value) {
      this.wireName = wireName;
      this.help = help;
      this.type = type;
      this.value = value;
    }

    MetricDescriptor descriptor() {
      return MetricDescriptor.newBuilder()
          .setName(wireName)
          .setHelp(help)
          .addAllLabelKeys(LABELS)
          .build();
    }

    Metric of(ResourceUsage usage, List<String> labels) {
      return Metric.newBuilder()
          .setName(wireName)
          .setTimestamp(WireTime.nanos(usage.at()))
          .setMetricType(type)
          .addAllLabelValues(labels)
          .setValue(UInt64Value.newBuilder().setValue(value.applyAsLong(usage)))
          .build();
    }
  }

  private final Usages usages;

  MetricCalls(Usages usages) {
    this.usages = usages;
  }

  void offer(CallTable table) {
    table.unary(RuntimeServiceGrpc.getListMetricDescriptorsMethod(), _ -> descriptors());
    table.unary(
        RuntimeServiceGrpc.getListPodSandboxMetricsMethod(),
        _ -> ListPodSandboxMetricsResponse.newBuilder().addAllPodMetrics(metrics()).build());
    table.list(
        RuntimeServiceGrpc.getStreamPodSandboxMetricsMethod(),
        _ -> metrics(),
        piece ->
            StreamPodSandboxMetricsResponse.newBuilder().addAllPodSandboxMetrics(piece).build());
  }

  private static ListMetricDescriptorsResponse descriptors() {
    ListMetricDescriptorsResponse.Builder answer = ListMetricDescriptorsResponse.newBuilder();
    for (Figure figure : Figure.values()) {
      answer.addDescriptors(figure.descriptor());
    }
    return answer.build();
  }

  private List<PodSandboxMetrics> metrics() {
    return usages.sandboxes(PodSandboxFilter.getDefaultInstance()).stream()
        .map(MetricCalls::metrics)
        .toList();
  }

  private static PodSandboxMetrics metrics(Usages.OfSandbox each) {
    ObservedSandbox sandbox = each.sandbox();
    PodSandboxMetrics.Builder wire =
        PodSandboxMetrics.newBuilder()
            .setPodSandboxId(sandbox.id().value())
            .addAllMetrics(figures(each.usage(), labels(sandbox, "", sandbox.id().value(), "")));
    for (Usages.OfContainer inside : each.containers()) {
      ObservedContainer container = inside.container();
      String id = container.id().value();
      wire.addContainerMetrics(
          ContainerMetrics.newBuilder()
              .setContainerId(id)
              .addAllMetrics(
                  figures(
                      inside.usage(), labels(sandbox, container.name(), id, container.image()))));
    }
    return wire.build();
  }

  private static List<String> labels(
      ObservedSandbox pod, String container, String id, String image) {
    return List.of(container, id, image, id, pod.namespace(), pod.name());
  }

  private static List<Metric> figures(ResourceUsage usage, List<String> labels) {
    return List.of(Figure.values()).stream().map(figure -> figure.of(usage, labels)).toList();
  }
}
