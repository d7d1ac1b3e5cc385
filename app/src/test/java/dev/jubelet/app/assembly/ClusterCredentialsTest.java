package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.cluster.access.BadKubeconfig;
import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import dev.jubelet.ports.Journal;
import dev.jubelet.state.StateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClusterCredentialsTest {
  private static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

  @TempDir private Path directory = Path.of("");

  private final Journal journal = (_, _, _, _, _) -> {};
  private final SystemTime time = new SystemTime((_, _) -> {});
  private final CloseStack closing = new CloseStack(journal);
  private final DeferredApiServer api = new DeferredApiServer();
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final CountDownLatch connected = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init")
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext("/", this::answer);
    server.start();
    api.whenBack(connected::countDown);
  }

  @AfterEach
  void close() {
    closing.close();
    time.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .map(value -> " by " + value)
                .orElse(""));
    byte[] body = "{\"metadata\":{\"name\":\"it\"}}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }

  private String awaitAsked(String part) throws InterruptedException {
    while (true) {
      String next = asked.poll(30, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      if (next.contains(part)) {
        return next;
      }
    }
  }

  private ClusterCredentials credentials(Optional<Path> bootstrap, boolean rotates) {
    ClusterSettings settings =
        new ClusterSettings(
            directory.resolve("kubeconfig"), bootstrap, directory.resolve("pki"), rotates, 0, 0);
    return new ClusterCredentials(
        "worker-1",
        settings,
        new ApiContext(
            api,
            new VirtualEffects((_, _) -> {}),
            time,
            () -> 0.5,
            journal,
            new StateFiles(directory.resolve("state"), time::wall)),
        closing,
        api);
  }

  private Path write(String name, String user) throws IOException {
    return Files.writeString(
        directory.resolve(name),
        """
        apiVersion: v1
        kind: Config
        current-context: c
        contexts: [{name: c, context: {cluster: c, user: u}}]
        clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
        users: [{name: u, user: {%s}}]
        """
            .formatted(server.getAddress().getPort(), user));
  }

  @Test
  void whatTheKubeconfigSaysIsUsedAtOnce() throws Exception {
    write("kubeconfig", "token: word");
    credentials(Optional.empty(), false).begin();
    assertThat(api.get("/api/v1/nodes/worker-1").fields()).containsKey("metadata");
    assertThat(awaitAsked("GET /api/v1/nodes"))
        .isEqualTo("GET /api/v1/nodes/worker-1 by Bearer word");
  }

  @Test
  void aKubeconfigThatMakesNoSenseStopsTheStart() throws Exception {
    Files.writeString(directory.resolve("kubeconfig"), "{kind: Config, current-context: none}");
    assertThatThrownBy(() -> credentials(Optional.empty(), false).begin())
        .isInstanceOf(BadKubeconfig.class);
  }

  @Test
  void aKubeconfigThatIsBroughtLaterIsFound() throws Exception {
    credentials(Optional.empty(), false).begin();
    assertThatThrownBy(() -> api.get("/livez"))
        .isInstanceOf(ApiFailure.class)
        .hasMessageContaining("no credentials");
    Path unfinished = write("unfinished", "token: word");
    Files.move(unfinished, directory.resolve("kubeconfig"));
    assertThat(connected.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(api.get("/api/v1/nodes/worker-1").fields()).containsKey("metadata");
  }

  @Test
  void withABootstrapKubeconfigACertificateIsAskedForInItsName() throws Exception {
    Path bootstrap = write("bootstrap", "token: first");
    credentials(Optional.of(bootstrap), true).begin();
    assertThat(awaitAsked(REQUESTS)).endsWith(" by Bearer first");
    assertThatThrownBy(() -> api.get("/livez")).hasMessageContaining("no credentials");
  }

  /** Kubernetes: kubeadm gives the first node a mighty certificate, which it is to exchange. */
  @Test
  void aCertificateWithinTheKubeconfigIsExchangedAtOnceWhereCertificatesAreRotated()
      throws Exception {
    KeyPair key = PrivateKeys.generate();
    String certificate = certificate(key);
    write(
        "kubeconfig",
        "client-certificate-data: %s, client-key-data: %s"
            .formatted(encoded(certificate), encoded(PrivateKeys.write(key))));
    credentials(Optional.empty(), true).begin();
    assertThat(awaitAsked(REQUESTS)).doesNotContain("Bearer");
  }

  private static String certificate(KeyPair key) throws Exception {
    Subject node =
        new Subject("system:node:worker-1", List.of("system:nodes"), List.of(), List.of());
    return Certificates.write(
        List.of(SelfSigned.server(key, node, Instant.now(), Duration.ofDays(1))));
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
