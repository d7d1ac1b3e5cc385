package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeServerTest {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private final AtomicReference<Optional<String>> loopProblem =
      new AtomicReference<>(Optional.empty());
  private final NodeMetrics metrics = new NodeMetrics("worker-1");
  private final HttpClient client = HttpClient.newHttpClient();
  private final NodePages pages =
      new NodePages(
          Map.of("syncloop", loopProblem::get),
          () -> List.of(report()),
          metrics,
          _ -> Optional.empty());
  private NodeServer server =
      NodeServer.start(
          LOOPBACK,
          0,
          pages,
          SecureBench.patience(PortLimits.HEALTH, Duration.ofSeconds(1), Duration.ofSeconds(10)));

  @BeforeEach
  void healthy() {
    loopProblem.set(Optional.empty());
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void saysOkWhileAllChecksPass() throws Exception {
    HttpResponse<String> answer = get("/healthz");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("ok");
    assertThat(answer.headers().firstValue("Connection")).hasValue("close");
  }

  @Test
  void namesTheCheckThatFails() throws Exception {
    loopProblem.set(Optional.of("no progress for 3m"));

    HttpResponse<String> answer = get("/healthz");

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .contains("[+]ping ok", "[-]syncloop failed: no progress for 3m", "healthz check failed");
    assertThat(get("/healthz/syncloop").statusCode()).isEqualTo(503);
    assertThat(get("/healthz/ping").statusCode()).isEqualTo(200);
    assertThat(get("/healthz/nothing").statusCode()).isEqualTo(404);
  }

  @Test
  void takesACheckThatThrowsForAFailedOne() {
    HealthChecks checks =
        new HealthChecks(
            Map.of(
                "runtime",
                () -> {
                  throw new IllegalStateException("gone");
                }));

    assertThat(checks.all().status()).isEqualTo(503);
    assertThat(checks.all().body()).contains("runtime failed", "gone");
  }

  @Test
  void listsPodsWithTheirPresentStatus() throws Exception {
    HttpResponse<String> answer = get("/pods");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body())
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"PodList\"")
        .contains("\"name\":\"web\"", "\"phase\":");
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

    HttpResponse<String> answer = get("/metrics");

    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body().lines())
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
  void knowsNothingElse() throws Exception {
    for (String path : List.of("/", "/healthzz", "/pods/web", "/runningpods")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(get("/%2e%2e/pods").statusCode()).isEqualTo(400);
  }

  @Test
  void readsOnly() throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(uri("/pods")).POST(HttpRequest.BodyPublishers.ofString("x")).build();

    HttpResponse<String> answer = client.send(post, HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
  }

  @Test
  void servesOnlyHealthOutsideLoopback() throws Exception {
    server.close();
    server = NodeServer.start(InetAddress.ofLiteral("0.0.0.0"), 0, pages);

    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/pods").statusCode()).isEqualTo(403);
    assertThat(get("/metrics").statusCode()).isEqualTo(403);
  }

  @Test
  void refusesPagesThatPretendToBeThisMachine() throws Exception {
    assertThat(raw("GET /pods HTTP/1.1\r\nHost: evil.example:10248\r\n\r\n")).contains(" 403 ");
    assertThat(raw("GET /pods HTTP/1.1\r\nHost: localhost:10248\r\n\r\n")).contains(" 200 ");
    assertThat(raw("GET /pods HTTP/1.1\r\nHost: [::1]:10248\r\n\r\n")).contains(" 200 ");
  }

  @Test
  void refusesHeadersWithoutEnd() throws Exception {
    String answer = raw("GET /healthz HTTP/1.1\r\nX: " + "a".repeat(20_000) + "\r\n\r\n");

    assertThat(answer).doesNotContain(" 200 ");
  }

  @Test
  void cutsOffAClientThatNeverFinishesItsRequest() throws Exception {
    try (Socket socket = new Socket(LOOPBACK, server.address().getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write("GET /healthz HT".getBytes(StandardCharsets.US_ASCII));

      assertThat(restOf(socket)).doesNotContain(" 200 ");
    }
  }

  @Test
  void saysWhatToDoWhenThePortIsTaken() {
    int taken = server.address().getPort();

    assertThatThrownBy(() -> NodeServer.start(LOOPBACK, taken, pages))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("port " + taken)
        .hasMessageContaining("healthzPort");
  }

  private static PodReport report() {
    Pod pod =
        PodManifests.parse(
                "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n"
                    + "spec: {containers: [{name: web, image: nginx}]}\n",
                "test")
            .pods()
            .getFirst();
    return new PodReport(pod, pod.status());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
  }

  private String raw(String request) throws Exception {
    try (Socket socket = new Socket(LOOPBACK, server.address().getPort())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      return restOf(socket);
    }
  }

  private static String restOf(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (SocketException reset) {
      return "";
    }
  }
}
