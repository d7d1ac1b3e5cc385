package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  private final HttpClient client = HttpClient.newHttpClient();
  private final HealthChecks health = new HealthChecks(Map.of("syncloop", loopProblem::get));
  private NodeServer server =
      NodeServer.start(
          LOOPBACK,
          0,
          health,
          HttpMemoryTest.plenty(),
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
  void knowsNothingElse() throws Exception {
    for (String path :
        List.of(
            "/",
            "/healthzz",
            "/pods",
            "/metrics",
            "/debug/jubelet/pods/u/timeline",
            "/runningpods")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(get("/%2e%2e/pods").statusCode()).isEqualTo(400);
  }

  @Test
  void readsOnly() throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(uri("/healthz"))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();

    HttpResponse<String> answer = client.send(post, HttpResponse.BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }

  @Test
  void answersWhoWantsTheHeadOnly() throws Exception {
    String answer = raw("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n");

    assertThat(answer).contains(" 200 ").containsIgnoringCase("content-length: 2\r\n");
    assertThat(answer).endsWith("\r\n\r\n");
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

    assertThatThrownBy(() -> NodeServer.start(LOOPBACK, taken, health, HttpMemoryTest.plenty()))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("port " + taken)
        .hasMessageContaining("healthzPort");
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
