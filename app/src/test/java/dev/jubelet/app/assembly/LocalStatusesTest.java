package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.nodeserver.NodeMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalStatusesTest {
  private final LocalStatuses statuses = new LocalStatuses();
  private final SystemTime time =
      new SystemTime((where, bug) -> {
        throw new AssertionError(where, bug);
      });

  @AfterEach
  void close() {
    time.close();
  }

  @Test
  void listsPodsByNamespaceAndNameWithTheirAnnotations() {
    for (String name : new String[] {"b/x", "a/z", "a/x"}) {
      Pod pod = pod(name, "Pending");
      statuses.publish(pod, pod.status());
    }
    assertThat(statuses.reports())
        .extracting(report -> report.pod().fullName().toString())
        .containsExactly("a/x", "a/z", "b/x");
    assertThat(statuses.reports().getFirst().pod().metadata().annotations())
        .containsEntry("note", "kept");
  }

  @Test
  void theNewestStatusCountsUntilThePodIsForgotten() {
    statuses.publish(pod("a/x", "Pending"), pod("a/x", "Pending").status());
    statuses.publish(pod("a/x", "Running"), pod("a/x", "Running").status());
    assertThat(statuses.reports())
        .extracting(report -> report.status().phase().wire())
        .containsExactly("Running");
    statuses.forget(new PodUid("uid-a-x"));
    statuses.forget(new PodUid("never seen"));
    assertThat(statuses.reports()).isEmpty();
  }

  @Test
  void metricsFollowTheStatuses() throws IOException {
    NodeMetrics metrics = new NodeMetrics("node");
    metrics.desired(() -> 2, () -> 0);
    PodGauges gauges = new PodGauges(statuses, metrics, time);
    gauges.publish(pod("a/x", "Pending"), pod("a/x", "Pending").status());
    gauges.publish(pod("a/x", "Running"), pod("a/x", "Running").status());
    assertThat(text(metrics))
        .contains("kubelet_running_pods 1.0")
        .contains("kubelet_running_containers{container_state=\"running\"} 1.0")
        .contains("kubelet_desired_pods{static=\"true\"} 2.0")
        .contains("kubelet_pod_start_duration_seconds_count 1");
    gauges.forget(new PodUid("uid-a-x"));
    assertThat(text(metrics)).contains("kubelet_running_pods 0.0");
  }

  private static String text(NodeMetrics metrics) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    metrics.writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static Pod pod(String fullName, String phase) {
    String[] words = fullName.split("/", 2);
    return PodManifests.parse(
            """
            apiVersion: v1
            kind: Pod
            metadata: {namespace: %s, name: %s, uid: "uid-%s", annotations: {note: kept}}
            spec: {containers: [{name: a, image: i}]}
            status:
              phase: %s
              containerStatuses:
              - {name: a, image: i, imageID: "", restartCount: 0, ready: true,
                 containerID: "containerd://1", state: {running: {}}}
            """
                .formatted(words[0], words[1], words[0] + "-" + words[1], phase),
            "test")
        .pods()
        .getFirst();
  }
}
