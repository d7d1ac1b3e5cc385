package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeSocketTest {
  @TempDir Path root = Path.of("/");
  private final NodeMetrics metrics = new NodeMetrics("worker-1");

  private NodeSocket start() {
    return NodeSocket.start(
        root,
        new NodePages(
            Map.of("syncloop", Optional::empty),
            () -> List.of(SecureBench.report("web")),
            metrics,
            uid -> uid.equals("known") ? Optional.of("{\"uid\":\"known\"}") : Optional.empty()),
        HttpMemoryTest.plenty());
  }

  @Test
  void onlyItsOwnerMayOpenIt() throws Exception {
    Files.createDirectory(root.resolve("jubelet-run"));
    Files.setPosixFilePermissions(
        root.resolve("jubelet-run"), PosixFilePermissions.fromString("rwxrwxrwx"));
    try (NodeSocket _ = start()) {
      assertThat(mode(root.resolve("jubelet-run"))).isEqualTo("rwx------");
      assertThat(mode(socket())).isEqualTo("rw-------");
    }
    assertThat(root.resolve("jubelet-run")).isEmptyDirectory();
  }

  @Test
  void listsPodsWithTheirPresentStatus() throws Exception {
    try (NodeSocket _ = start()) {
      assertThat(ask("GET /pods"))
          .contains(" 200 OK\r\n")
          .containsIgnoringCase("content-type: application/json\r\n")
          .contains(
              "\r\n\r\n{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"metadata\":{},\"items\":[{")
          .contains("\"name\":\"web\"", "\"phase\":")
          .endsWith("}]}");
      assertThat(ask("GET /debug/jubelet/pods/known/timeline")).endsWith("{\"uid\":\"known\"}");
      assertThat(ask("GET /debug/jubelet/pods/other/timeline")).contains(" 404 ");
      assertThat(ask("GET /healthz")).endsWith("ok");
      assertThat(ask("GET /nothing")).contains(" 404 ");
      assertThat(ask("HEAD /pods")).contains(" 200 ").endsWith("\r\n\r\n");
      assertThat(ask("POST /pods")).contains(" 405 ").containsIgnoringCase("allow: GET, HEAD");
    }
  }

  @Test
  void showsMetricsUnderTheNamesOfTheKubelet() throws Exception {
    metrics.observeRuntimeOperation("run_podsandbox", Duration.ofMillis(30), true);
    metrics.observeRuntimeOperation("pull_image", Duration.ofSeconds(2), false);
    metrics.podStarted(Duration.ofMillis(700));
    metrics.sandboxRequested(true, false);
    metrics.sandboxRequested(false, true);
    metrics.podWorked("sync", Duration.ofMillis(3));
    metrics.relisted(Duration.ofMillis(12));
    metrics.observed(2, Map.of("running", 3, "exited", 1));
    metrics.desired(() -> 2, () -> 5);
    String answer;
    try (NodeSocket _ = start()) {
      answer = ask("GET /metrics");
    }

    assertThat(answer)
        .containsIgnoringCase("content-type: text/plain; version=0.0.4; charset=utf-8\r\n");
    assertThat(answer.lines())
        .contains(
            "kubelet_running_pods 2.0",
            "kubelet_running_containers{container_state=\"running\"} 3.0",
            "kubelet_desired_pods{static=\"true\"} 2.0",
            "kubelet_desired_pods{static=\"\"} 5.0",
            "kubelet_node_name{node=\"worker-1\"} 1.0",
            "kubelet_started_pods_total 2.0",
            "kubelet_started_user_namespaced_pods_total 1.0",
            "kubelet_started_user_namespaced_pods_errors_total 1.0",
            "kubelet_runtime_operations_total{operation_type=\"run_podsandbox\"} 1.0",
            "kubelet_runtime_operations_errors_total{operation_type=\"pull_image\"} 1.0",
            "kubelet_runtime_operations_duration_seconds_count{operation_type=\"pull_image\"} 1",
            "kubelet_pod_start_duration_seconds_bucket{le=\"0.5\"} 0",
            "kubelet_pod_start_duration_seconds_bucket{le=\"1.0\"} 1",
            "kubelet_pod_worker_duration_seconds_count{operation_type=\"sync\"} 1",
            "kubelet_pleg_relist_duration_seconds_bucket{le=\"0.025\"} 1",
            "# TYPE process_cpu_seconds_total counter",
            "# TYPE process_resident_memory_bytes gauge",
            "# TYPE process_start_time_seconds gauge")
        .noneMatch(line -> line.contains("_created"));
  }

  @Test
  void takesThePlaceOfADeadNodesSocket() throws Exception {
    Files.createDirectory(root.resolve("jubelet-run"));
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket()));
    }

    try (NodeSocket _ = start()) {
      assertThat(ask("GET /healthz")).endsWith("ok");
    }
  }

  @Test
  void followsNoLink() throws Exception {
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    Files.createSymbolicLink(root.resolve("jubelet-run"), elsewhere);
    assertThatThrownBy(this::start)
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("is not a directory");
    assertThat(elsewhere).isEmptyDirectory();

    Files.delete(root.resolve("jubelet-run"));
    Files.createDirectory(root.resolve("jubelet-run"));
    Path target = Files.writeString(root.resolve("file"), "mine");
    Files.createSymbolicLink(socket(), target);
    assertThatThrownBy(this::start)
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("is no socket");
    assertThat(target).hasContent("mine");
  }

  private Path socket() {
    return root.resolve("jubelet-run/node.sock");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  private String ask(String line) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
      channel.write(
          ByteBuffer.wrap(
              (line + " HTTP/1.1\r\nHost: node\r\n\r\n").getBytes(StandardCharsets.UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
