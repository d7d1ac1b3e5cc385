package dev.jubelet.app.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.ports.runtime.RuntimeEvents;
import dev.jubelet.ports.runtime.RuntimeFacts;
import dev.jubelet.ports.runtime.RuntimeStats;
import dev.jubelet.ports.runtime.Sandboxes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasuredRuntimeTest {
  private final NodeMetrics metrics = new NodeMetrics("worker");
  private final Meter meter = new Meter(metrics);

  @Test
  void countsACallAndPassesItsAnswerOn() throws IOException {
    assertThat(meter.measure("version", () -> "1.0")).isEqualTo("1.0");

    assertThat(lines())
        .contains("kubelet_runtime_operations_total{operation_type=\"version\"} 1.0")
        .noneMatch(line -> line.startsWith("kubelet_runtime_operations_errors_total{"));
  }

  @Test
  void countsACallThatFailsAndPassesItsFailureOn() throws IOException {
    OutsideFailure failure = new OutsideFailure(FailureKind.TIMED_OUT, "late");

    assertThatThrownBy(() ->
            meter.measure(
                "stop_container",
                () -> {
                  throw failure;
                }))
        .isSameAs(failure);

    assertThat(lines())
        .contains(
            "kubelet_runtime_operations_total{operation_type=\"stop_container\"} 1.0",
            "kubelet_runtime_operations_errors_total{operation_type=\"stop_container\"} 1.0");
  }

  @Test
  void passesEveryCallToItsOwnMethodAndCountsItOnce() throws Exception {
    List<String> reached = new ArrayList<>();
    ContainerRuntime wrapped = MeasuredRuntime.wrap(recording(reached), metrics);
    List<String> called = new ArrayList<>();
    for (RecordComponent port : ContainerRuntime.class.getRecordComponents()) {
      if (port.getType() == RuntimeEvents.class) {
        continue;
      }
      Object measured = port.getAccessor().invoke(wrapped);
      for (Method method : port.getType().getMethods()) {
        called.add(method.toString());
        method.invoke(measured, new Object[method.getParameterCount()]);
      }
    }

    assertThat(reached).isEqualTo(called);
    assertThat(lines().filter(line -> line.startsWith("kubelet_runtime_operations_total{")))
        .hasSize(called.size())
        .allMatch(line -> line.endsWith("} 1.0"));
    assertThat(lines()).contains("kubelet_started_pods_total 1.0");
  }

  private static ContainerRuntime recording(List<String> reached) {
    return new ContainerRuntime(
        port(Sandboxes.class, reached),
        port(Containers.class, reached),
        port(ContainerStreams.class, reached),
        port(Images.class, reached),
        port(RuntimeFacts.class, reached),
        port(RuntimeEvents.class, reached),
        port(RuntimeStats.class, reached));
  }

  private static <T> T port(Class<T> type, List<String> reached) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              reached.add(method.toString());
              return null;
            }));
  }

  private Stream<String> lines() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    metrics.writeTo(text);
    return text.toString(StandardCharsets.UTF_8).lines();
  }
}
