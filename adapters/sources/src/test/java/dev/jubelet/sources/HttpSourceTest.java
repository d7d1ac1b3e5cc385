package dev.jubelet.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.PodSource.Delivery;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpSourceTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {containers: [{name: main, image: nginx}]}
      """;

  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private final SteppedTime time = new SteppedTime();
  private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> tokens = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private @Nullable HttpSource source;
  private volatile Answer answer = status(200, "");

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Token")));
          try (exchange) {
            answer.to(exchange);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    if (source != null) {
      source.close();
    }
    server.stop(0);
    threads.shutdownNow();
  }

  private URI url(String host, String path) {
    return URI.create("http://" + host + ":" + server.getAddress().getPort() + path);
  }

  private static Answer status(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return exchange -> {
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    };
  }

  private final MemoryBudget memory = new MemoryBudget("manifests", 64 << 10);
  private final ManifestObjects objects = new ManifestObjects(memory);

  private void start(Answer first) {
    answer = first;
    HttpSource made =
        new HttpSource(
            url("127.0.0.1", "/pods?key=hidden"),
            Map.of("X-Token", List.of("secret")),
            "node",
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            time,
            (level, pod, uid, reason, message) -> journal.add(message),
            objects);
    source = made;
    made.start(deliveries::add);
  }

  private Delivery next() throws InterruptedException {
    return Objects.requireNonNull(deliveries.poll(60, TimeUnit.SECONDS), "a delivery");
  }

  private void poll(Answer newAnswer) throws InterruptedException {
    time.waitForAlarm();
    answer = newAnswer;
    time.ring();
    time.waitForAlarm();
  }

  @Test
  void deliversPodsAndKeepsThemThroughErrors() throws Exception {
    start(status(200, POD));
    Delivery first = next();
    assertThat(first.source()).isEqualTo("http");
    assertThat(first.pods())
        .singleElement()
        .matches(pod -> pod.metadata().name().equals("web-node"));
    assertThat(first.pods().getFirst().metadata().annotations())
        .containsEntry(StaticPods.SOURCE, "http");
    poll(status(200, POD));
    assertThat(deliveries).isEmpty();
    poll(status(500, "secret"));
    Delivery failed = next();
    assertThat(failed.pods()).isEqualTo(first.pods());
    assertThat(failed.problems())
        .singleElement()
        .asString()
        .endsWith("/pods: the answer was status 500");
    poll(status(500, "secret"));
    poll(status(200, POD));
    assertThat(deliveries).isEmpty();
    poll(status(404, ""));
    assertThat(next().pods()).isEqualTo(first.pods());
    poll(status(200, POD.replace("image", "imagee")));
    Delivery bad = next();
    assertThat(bad.pods()).isEqualTo(first.pods());
    assertThat(bad.problems().toString()).contains("image: Required value");
    poll(status(200, POD.replace("nginx", "nginx:2")));
    assertThat(next().pods().getFirst().spec().containers().getFirst().image())
        .isEqualTo("nginx:2");
    poll(status(200, ""));
    assertThat(next().pods()).isEmpty();
    poll(status(200, ""));
    assertThat(deliveries).isEmpty();
    assertThat(tokens).containsOnly("secret");
  }

  @Test
  void isNotReadyBeforeTheFirstGoodAnswer() throws Exception {
    start(status(503, ""));
    poll(status(503, ""));
    poll(status(200, "kind: Secret"));
    assertThat(deliveries).isEmpty();
    assertThat(journal)
        .hasSize(2)
        .noneMatch(line -> line.contains("secret") || line.contains("hidden"));
    poll(status(200, "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"items\":[]}"));
    assertThat(next().pods()).isEmpty();
  }

  @Test
  void refusesWhatIsTooLarge() throws Exception {
    start(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      byte[] block = new byte[1 << 20];
      for (int i = 0; i < 1000; i++) {
        exchange.getResponseBody().write(block);
      }
    });
    assertThat(journal.poll(60, TimeUnit.SECONDS)).contains("/pods: ");
    assertThat(deliveries).isEmpty();
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    start(exchange -> {
      try {
        boolean _ = new CountDownLatch(1).await(5, TimeUnit.MINUTES);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    });
    assertThat(journal.poll(60, TimeUnit.SECONDS)).contains("timed out");
  }

  @Test
  void headersStayWithTheirServer() throws Exception {
    start(exchange -> {
      String path = exchange.getRequestURI().getPath();
      String host = String.valueOf(exchange.getRequestHeaders().getFirst("Host"));
      if (path.equals("/pods")) {
        exchange.getResponseHeaders().add("Location", "/same");
        exchange.sendResponseHeaders(302, -1);
      } else if (path.equals("/same") && host.startsWith("127")) {
        exchange.getResponseHeaders().add("Location", url("localhost", "/same").toString());
        exchange.sendResponseHeaders(307, -1);
      } else {
        status(200, POD).to(exchange);
      }
    });
    assertThat(next().pods()).hasSize(1);
    assertThat(tokens).containsExactly("secret", "secret", "null");
  }

  @Test
  void refusesWhatIsNoHttpUrlAndNeverShowsHeaderValues() throws Exception {
    assertThatThrownBy(() ->
            new HttpSource(
                URI.create("file:///etc/passwd"),
                Map.of(),
                "n",
                Duration.ZERO,
                time,
                (_, _, _, _, _) -> {},
                objects))
        .isInstanceOf(IllegalArgumentException.class);
    HttpSource made =
        new HttpSource(
            url("127.0.0.1", "/"),
            Map.of("Host", List.of("secret")),
            "node",
            Duration.ofSeconds(20),
            time,
            (level, pod, uid, reason, message) -> journal.add(message),
            objects);
    source = made;
    made.start(deliveries::add);
    assertThat(journal.poll(60, TimeUnit.SECONDS))
        .contains("the header Host cannot be sent")
        .doesNotContain("secret");
  }

  @Test
  void objectsComeWithThePodsAndStayThroughErrors() throws Exception {
    String secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: %s}\n";
    start(status(200, POD + "---\n" + secret.formatted("one")));
    next();
    assertThat(objects.secret("default", "s")).isPresent();
    poll(status(500, ""));
    poll(status(200, POD + "---\n" + secret.formatted("[")));
    assertThat(objects.secret("default", "s")).isPresent();
    poll(status(200, POD));
    assertThat(objects.secret("default", "s")).isEmpty();
  }
}
