package dev.jubelet.bench.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class RuntimeCallsTest {
  private static final String BEFORE =
      """
      # TYPE kubelet_runtime_operations_total counter
      kubelet_runtime_operations_total{operation_type="run_podsandbox"} 10.0
      kubelet_runtime_operations_total{operation_type="version"} 1.0
      kubelet_runtime_operations_errors_total{operation_type="run_podsandbox"} 99.0
      """;
  private static final String AFTER =
      """
      kubelet_runtime_operations_total{operation_type="run_podsandbox"} 60.0
      kubelet_runtime_operations_total{operation_type="list_containers"} 5.0
      kubelet_runtime_operations_total{operation_type="version"} 1.0
      """;

  @Test
  void countsWhatCameSinceForEachPod() {
    assertThat(RuntimeCalls.parse(AFTER).since(RuntimeCalls.parse(BEFORE), 50))
        .isEqualTo(Map.of("run_podsandbox", 1.0, "list_containers", 0.1));
  }
}
