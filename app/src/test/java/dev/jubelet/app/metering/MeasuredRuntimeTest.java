package dev.jubelet.app.metering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.RuntimeVersion;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
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
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MeasuredRuntimeTest {
  private final NodeMetrics metrics = new NodeMetrics("worker");

  @Test
  void countsACallAndPassesItsAnswerOn() throws IOException {
    RuntimeVersion version = new RuntimeVersion("r", "1.0", "v1");
    ContainerRuntime measured = MeasuredRuntime.wrap(answering(() -> version), metrics);

    assertThat(measured.facts().version()).isSameAs(version);

    assertThat(lines())
        .contains("kubelet_runtime_operations_total{operation_type=\"version\"} 1.0")
        .noneMatch(line -> line.startsWith("kubelet_runtime_operations_errors_total{"));
  }

  @Test
  void countsACallThatFailsAndPassesItsFailureOn() throws IOException {
    OutsideFailure failure = new OutsideFailure(FailureKind.TIMED_OUT, "late");
    ContainerRuntime measured =
        MeasuredRuntime.wrap(
            answering(() -> {
              throw failure;
            }),
            metrics);

    assertThatThrownBy(() -> measured.containers().stop(new ContainerId("c"), Duration.ZERO))
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
        method.invoke(measured, nothing(method));
      }
    }

    assertThat(reached).isEqualTo(called);
    assertThat(lines().filter(line -> line.startsWith("kubelet_runtime_operations_total{")))
        .hasSize(called.size())
        .allMatch(line -> line.endsWith("} 1.0"));
    assertThat(lines()).contains("kubelet_started_pods_total 1.0");
  }

  private static SandboxConfig sandbox(NamespaceOptions.UserNamespace users) {
    NamespaceOptions namespaces =
        new NamespaceOptions(
            NamespaceOptions.Mode.POD,
            NamespaceOptions.Mode.CONTAINER,
            NamespaceOptions.Mode.POD,
            "",
            users);
    return new SandboxConfig(
        "p",
        "default",
        "u",
        0,
        "p",
        "/logs",
        DnsSettings.NONE,
        List.of(),
        Map.of(),
        Map.of(),
        "",
        new SandboxSecurity(
            namespaces, null, null, null, false, List.of(), null, false, null, null),
        Map.of(),
        null,
        null);
  }

  @Test
  void countsPodsWithUserNamespacesApart() throws IOException {
    Sandboxes sandboxes =
        MeasuredRuntime.wrap(answering(() -> new SandboxId("s")), metrics).sandboxes();
    NamespaceOptions.UserNamespace own =
        new NamespaceOptions.UserNamespace(NamespaceOptions.Mode.POD, List.of(), List.of());
    NamespaceOptions.UserNamespace nodes =
        new NamespaceOptions.UserNamespace(NamespaceOptions.Mode.NODE, List.of(), List.of());
    sandboxes.run(sandbox(own), "");
    sandboxes.run(sandbox(nodes), "");

    assertThat(lines())
        .contains(
            "kubelet_started_pods_total 2.0",
            "kubelet_started_user_namespaced_pods_total 1.0",
            "kubelet_started_user_namespaced_pods_errors_total 0.0");
  }

  private static @Nullable Object[] nothing(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> type == int.class ? 0 : null)
        .toArray();
  }

  @Test
  void countsNothingForWhatEveryObjectHas() throws IOException {
    ContainerRuntime measured = MeasuredRuntime.wrap(answering(() -> "a port"), metrics);

    assertThat(measured.images()).hasToString("a port");

    assertThat(lines()).noneMatch(line -> line.startsWith("kubelet_runtime_operations_total{"));
  }

  private static ContainerRuntime recording(List<String> reached) {
    return runtime((proxy, method, args) -> {
      reached.add(method.toString());
      return null;
    });
  }

  private static ContainerRuntime answering(Supplier<Object> answer) {
    return runtime((proxy, method, args) -> answer.get());
  }

  private static ContainerRuntime runtime(InvocationHandler calls) {
    return new ContainerRuntime(
        port(Sandboxes.class, calls),
        port(Containers.class, calls),
        port(ContainerStreams.class, calls),
        port(Images.class, calls),
        port(RuntimeFacts.class, calls),
        port(RuntimeEvents.class, calls),
        port(RuntimeStats.class, calls));
  }

  private static <T> T port(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  private Stream<String> lines() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    metrics.writeTo(text);
    return text.toString(StandardCharsets.UTF_8).lines();
  }
}
