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
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.model.runtime.UsageMetric;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is used, for monitoring. A runtime that counts little is given the figures that follow from
 * its statistics.
 */
final class MetricCalls {
  private static final List<String> LABELS =
      List.of("container", "id", "image", "name", "namespace", "pod");
  private static final long NANOS = 1_000_000_000L;

  private final UsageMessages usages;

  MetricCalls(UsageMessages usages) {
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
    for (UsageMetric metric : UsageMetric.values()) {
      answer.addDescriptors(
          MetricDescriptor.newBuilder()
              .setName(metric.wireName())
              .setHelp(metric.help())
              .addAllLabelKeys(LABELS)
              .addAllLabelKeys(metric.labels()));
    }
    return answer.build();
  }

  private List<PodSandboxMetrics> metrics() {
    Map<String, List<UsageFigure>> figures = usages.figures();
    return usages.sandboxes(PodSandboxFilter.getDefaultInstance()).stream()
        .map(each -> metrics(each, figures))
        .toList();
  }

  private static PodSandboxMetrics metrics(
      UsageMessages.OfSandbox each, Map<String, List<UsageFigure>> figures) {
    ObservedSandbox sandbox = each.sandbox();
    PodSandboxMetrics.Builder wire =
        PodSandboxMetrics.newBuilder()
            .setPodSandboxId(sandbox.id().value())
            .addAllMetrics(
                metrics(each.usage(), figures, labels(sandbox, "", sandbox.id().value(), "")));
    for (UsageMessages.OfContainer inside : each.containers()) {
      ObservedContainer container = inside.container();
      String id = container.id().value();
      wire.addContainerMetrics(
          ContainerMetrics.newBuilder()
              .setContainerId(id)
              .addAllMetrics(
                  metrics(
                      inside.usage(),
                      figures,
                      labels(sandbox, container.name(), id, container.image()))));
    }
    return wire.build();
  }

  private static List<String> labels(
      ObservedSandbox pod, String container, String id, String image) {
    return List.of(container, id, image, id, pod.namespace(), pod.name());
  }

  private static List<Metric> metrics(
      ResourceUsage usage, Map<String, List<UsageFigure>> figures, List<String> labels) {
    List<UsageFigure> counted = figures.getOrDefault(usage.id(), List.of());
    Set<UsageMetric> known =
        counted.stream()
            .map(UsageFigure::metric)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(UsageMetric.class)));
    return Stream.concat(
            counted.stream(),
            basic(usage).stream().filter(figure -> !known.contains(figure.metric())))
        .map(figure -> wire(figure, usage, labels))
        .toList();
  }

  private static List<UsageFigure> basic(ResourceUsage usage) {
    return List.of(
        UsageFigure.of(UsageMetric.CPU_USAGE, usage.cpuNanos() / NANOS),
        UsageFigure.of(UsageMetric.MEMORY_USAGE, usage.memoryUsageBytes()),
        UsageFigure.of(UsageMetric.MEMORY_WORKING_SET, usage.memoryWorkingSetBytes()),
        UsageFigure.of(UsageMetric.FS_USAGE, usage.writableLayerBytes(), ""));
  }

  private static Metric wire(UsageFigure figure, ResourceUsage usage, List<String> labels) {
    return Metric.newBuilder()
        .setName(figure.metric().wireName())
        .setTimestamp(WireTime.nanos(usage.at()))
        .setMetricType(figure.metric().counter() ? MetricType.COUNTER : MetricType.GAUGE)
        .addAllLabelValues(labels)
        .addAllLabelValues(figure.labels())
        .setValue(UInt64Value.newBuilder().setValue(figure.value()))
        .build();
  }
}
