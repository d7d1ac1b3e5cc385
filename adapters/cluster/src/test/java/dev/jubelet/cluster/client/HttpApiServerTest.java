package dev.jubelet.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.access.UserAccess;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class HttpApiServerTest {
  private static final String POD = "/api/v1/namespaces/n/pods/one";

  @TempDir private Path directory = Path.of("");

  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();
  private final HttpsPlace place;
  private Path authorities = Path.of("");

  HttpApiServerTest() throws Exception {
    place = new HttpsPlace("api.example");
  }

  @BeforeEach
  void trust() throws IOException {
    authorities = Files.writeString(directory.resolve("ca.crt"), place.authority());
  }

  @AfterEach
  void close() {
    place.close();
  }

  private ApiConnections connections(
      UserAccess user, String host, String tlsName, boolean insecure) {
    return connections(user, host + ":" + place.port(), tlsName, insecure, authorities);
  }

  private ApiConnections connections(
      UserAccess user, String authority, String tlsName, boolean insecure, Path authorities) {
    ClusterAccess access =
        new ClusterAccess(
            URI.create("https://" + authority),
            tlsName,
            insecure,
            insecure ? Optional.empty() : Optional.of(new TextSource.InFile(authorities)),
            Optional.empty(),
            true,
            user);
    return new ApiConnections(
        new ClientIdentity(access, Optional.empty(), time, journal),
        "test/1",
        time,
        () -> 0.5,
        journal);
  }

  private ApiConnections connections() {
    return connections(UserAccess.NOBODY, "127.0.0.1", "", false);
  }

  private HttpApiServer api(ApiConnections connections) {
    return new HttpApiServer(connections, RequestRateLimiter.unlimited(time));
  }

  private static ApiFailure failure(Runnable work) {
    return catchThrowableOfType(ApiFailure.class, work::run);
  }

  @Test
  void sendsWhatIsAskedAndReadsTheAnswer() {
    AtomicReference<String> seen = new AtomicReference<>("");
    place.answers(exchange -> {
      seen.set(
          exchange.getRequestHeaders().getFirst("Content-Type")
              + " "
              + exchange.getRequestHeaders().getFirst("User-Agent")
              + " "
              + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      HttpsPlace.answer(exchange, 200, "{\"metadata\":{\"name\":\"one\"}}");
    });
    try (ApiConnections connections = connections()) {
      HttpApiServer api = api(connections);
      assertThat(Metadata.of(api.get(POD)).name()).isEqualTo("one");
      api.patch(POD + "/status?x=y", FakeApiServer.parsed("{\"a\":1}"));
      assertThat(seen).hasValue("application/strategic-merge-patch+json test/1 {\"a\":1}");
      api.delete(POD, FakeApiServer.parsed("{\"gracePeriodSeconds\":0}"));
      assertThat(seen).hasValue("application/json test/1 {\"gracePeriodSeconds\":0}");
      assertThat(place.asked())
          .containsExactly("GET " + POD, "PATCH " + POD + "/status?x=y", "DELETE " + POD);
    }
  }

  @Test
  void readsAPackedAnswer() {
    place.answers(exchange -> {
      assertThat(exchange.getRequestHeaders().getFirst("Accept-Encoding")).isEqualTo("gzip");
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write("{\"a\":\"b\"}".getBytes(StandardCharsets.UTF_8));
      }
      exchange.getResponseHeaders().add("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(200, packed.size());
      exchange.getResponseBody().write(packed.toByteArray());
    });
    try (ApiConnections connections = connections()) {
      assertThat(api(connections).get(POD).text("a")).isEqualTo("b");
    }
  }

  @Test
  void aRefusalKeepsItsReason() {
    place.answers(exchange ->
        HttpsPlace.answer(
            exchange,
            409,
            "{\"kind\":\"Status\",\"code\":409,\"reason\":\"AlreadyExists\",\"message\":\"it"
                + " is there\"}"));
    try (ApiConnections connections = connections()) {
      ApiFailure failure = failure(() -> api(connections).create(POD, JsonObject.EMPTY));
      assertThat(failure.alreadyExists()).isTrue();
      assertThat(failure).hasMessage("POST " + POD + ": it is there");
    }
  }

  @Test
  void aBusyServerSaysHowLongToWait() {
    place.answers(exchange -> {
      exchange.getResponseHeaders().add("Retry-After", "7");
      HttpsPlace.answer(exchange, 429, "busy");
    });
    try (ApiConnections connections = connections()) {
      ApiFailure failure = failure(() -> api(connections).get(POD));
      assertThat(failure.code()).isEqualTo(429);
      assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
      assertThat(failure).hasMessage("GET " + POD + ": HTTP 429");
    }
  }

  @Test
  void anAnswerThatIsTooLargeIsNoAnswer() {
    place.answers(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        byte[] much = new byte[1 << 20];
        for (int i = 0; i < 40; i++) {
          out.write(much);
        }
      }
    });
    try (ApiConnections connections = connections()) {
      assertThat(failure(() -> api(connections).get(POD)).code()).isEqualTo(ApiFailure.NO_ANSWER);
    }
  }

  @Test
  void aRefusedTokenIsReadAgainAndTriedOnceMore() throws Exception {
    Path token = Files.writeString(directory.resolve("token"), "old");
    place.answers(exchange -> {
      boolean good = "Bearer new".equals(exchange.getRequestHeaders().getFirst("Authorization"));
      HttpsPlace.answer(exchange, good ? 200 : 401, "{}");
    });
    UserAccess user =
        new UserAccess(
            Optional.empty(),
            Optional.empty(),
            Optional.of(new TextSource.InFile(token)),
            Optional.empty(),
            Optional.empty());
    try (ApiConnections connections = connections(user, "127.0.0.1", "", false)) {
      HttpApiServer api = api(connections);
      ApiFailure refused = failure(() -> api.get(POD));
      assertThat(refused.code()).isEqualTo(401);
      assertThat(refused).hasMessageNotContaining("old");
      Files.writeString(token, "new");
      api.get(POD);
    }
  }

  @Test
  void onlyAServerThatIsVouchedForIsBelieved() throws Exception {
    try (HttpsPlace other = new HttpsPlace("other")) {
      Files.writeString(authorities, other.authority());
      try (ApiConnections connections = connections()) {
        HttpApiServer api = api(connections);
        assertThat(failure(() -> api.get(POD))).hasMessageContaining("PKIX");
        // Somebody puts the right file in place.
        Files.writeString(authorities, place.authority());
        time.advance(Duration.ofSeconds(11));
        api.get(POD);
      }
      try (ApiConnections connections = connections(UserAccess.NOBODY, "127.0.0.1", "", true)) {
        api(connections).get(POD);
      }
    }
  }

  @Test
  void theServerMayHaveAnotherNameThanItsAddress() {
    try (ApiConnections connections =
        connections(UserAccess.NOBODY, "127.0.0.1", "api.example", false)) {
      api(connections).get(POD);
    }
    try (ApiConnections connections =
        connections(UserAccess.NOBODY, "localhost", "api.example", false)) {
      api(connections).get(POD);
    }
    try (ApiConnections connections = connections(UserAccess.NOBODY, "localhost", "", false)) {
      assertThat(failure(() -> api(connections).get(POD))).hasMessageContaining("localhost");
    }
    try (ApiConnections connections =
        connections(UserAccess.NOBODY, "127.0.0.1", "wrong.example", false)) {
      assertThat(failure(() -> api(connections).get(POD))).hasMessageContaining("wrong.example");
    }
  }

  @Test
  void aWatchTellsEventsAsTheyCome() throws Exception {
    CountDownLatch more = new CountDownLatch(1);
    place.answers(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      out.write(event("ADDED", "one"));
      out.write(event("BOOKMARK", ""));
      byte[] second = event("MODIFIED", "x".repeat(100_000));
      out.write(second, 0, 50_000);
      out.flush();
      await(more);
      out.write(second, 50_000, second.length - 50_000);
      out.write(
          ("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,\"reason\":"
                  + "\"Expired\",\"message\":\"too old\"}}\n")
              .getBytes(StandardCharsets.UTF_8));
    });
    try (ApiConnections connections = connections();
        WatchStream<Node.Fields> watch =
            api(connections).watch("/api/v1/pods?watch=true", ObjectReader.TREE)) {
      assertThat(watch.next().orElseThrow().type()).isEqualTo(WatchStream.WatchEvent.Type.ADDED);
      assertThat(watch.next().orElseThrow().type()).isEqualTo(WatchStream.WatchEvent.Type.BOOKMARK);
      more.countDown();
      assertThat(Metadata.of(Objects.requireNonNull(watch.next().orElseThrow().object())).name())
          .hasSize(100_000);
      ApiFailure gone = failure(watch::next);
      assertThat(gone.gone()).isTrue();
      assertThat(gone.inWatch()).isTrue();
      assertThat(watch.next()).isEmpty();
    }
  }

  @Test
  void aRefusedWatchSaysWhy() {
    place.answers(exchange ->
        HttpsPlace.answer(
            exchange, 403, "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"message\":\"no\"}"));
    try (ApiConnections connections = connections()) {
      ApiFailure failure =
          failure(() -> api(connections).watch("/api/v1/pods?watch=true", ObjectReader.TREE));
      assertThat(failure.reason()).isEqualTo("Forbidden");
      assertThat(failure).hasMessage("WATCH /api/v1/pods: no");
    }
  }

  @Test
  void aSilentWatchIsGivenUpAndAClosedOneEnds() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    place.answers(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(event("ADDED", "one"));
      exchange.getResponseBody().flush();
      await(never);
    });
    try (ApiConnections connections = connections()) {
      WatchStream<Node.Fields> silent =
          api(connections).watch("/api/v1/pods?watch=true&timeoutSeconds=400", ObjectReader.TREE);
      silent.next();
      time.advance(Duration.ofMinutes(2));
      assertThat(failure(silent::next)).hasMessageContaining("nothing was heard for 90 s");

      WatchStream<Node.Fields> closed =
          api(connections).watch("/api/v1/pods?watch=true", ObjectReader.TREE);
      closed.next();
      Thread closing = Thread.ofVirtual().start(closed::close);
      assertThat(closed.next()).isEmpty();
      closing.join();
    } finally {
      never.countDown();
    }
  }

  @Test
  void aWatchEndsWhenWeBecomeSomebodyElse() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    place.answers(exchange -> {
      if (exchange.getRequestURI().getPath().equals(POD)) {
        HttpsPlace.answer(exchange, 200, "{}");
        return;
      }
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write(event("ADDED", "one"));
      exchange.getResponseBody().flush();
      await(never);
    });
    try (ApiConnections connections = connections()) {
      HttpApiServer api = api(connections);
      WatchStream<Node.Fields> watch = api.watch("/api/v1/pods?watch=true", ObjectReader.TREE);
      watch.next();
      Files.writeString(authorities, place.authority() + place.authority());
      time.advance(Duration.ofSeconds(11));
      api.get(POD);
      assertThat(watch.next()).isEmpty();
    } finally {
      never.countDown();
    }
  }

  @Test
  void whoWaitsIsToldWhenTheServerIsBack() {
    AtomicInteger told = new AtomicInteger();
    try (ApiConnections connections = connections()) {
      HttpApiServer api = api(connections);
      var _ = api.whenBack(told::incrementAndGet);
      api.get(POD);
      assertThat(told).hasValue(0);
      // Before the failure: after it, whoever asks from time to time would hear that all is well.
      time.advance(Duration.ofSeconds(10));
      place.answers(exchange -> HttpsPlace.answer(exchange, 500, ""));
      failure(() -> api.get(POD));
      place.answers(exchange -> HttpsPlace.answer(exchange, 200, "{}"));
      api.get(POD);
      api.get(POD);
      assertThat(told).hasValue(1);
    }
  }

  @Test
  void aThingThatAlwaysFailsAmongOthersDoesNotMakeTheServerComeBack() {
    AtomicInteger told = new AtomicInteger();
    try (ApiConnections connections = connections()) {
      HttpApiServer api = api(connections);
      var _ = api.whenBack(told::incrementAndGet);
      place.answers(exchange ->
          HttpsPlace.answer(
              exchange, exchange.getRequestURI().getPath().endsWith("/bad") ? 500 : 200, "{}"));
      for (int i = 0; i < 20; i++) {
        failure(() -> api.get(POD + "/bad"));
        api.get(POD);
      }
      assertThat(told).hasValue(0);
    }
  }

  @Test
  void whileTheServerIsAwayOneAsksForAllAndTheyAreToldWhenItIsBack() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    try (Turnstile way = new Turnstile(place.port());
        ApiConnections connections =
            connections(UserAccess.NOBODY, "127.0.0.1:" + way.port(), "", false, authorities)) {
      HttpApiServer api = api(connections);
      var _ = api.whenBack(told::countDown);
      way.shut(true);
      for (int i = 0; i < 50; i++) {
        assertThat(failure(() -> api.get(POD)).passing()).isTrue();
        assertThat(failure(() -> api.watch("/api/v1/pods?watch=true", ObjectReader.TREE)).passing())
            .isTrue();
      }
      // Java's client itself tries a second time.
      assertThat(way.came()).isBetween(1, 3);
      way.shut(false);
      time.advance(Duration.ofSeconds(2));
      told.await();
      api.get(POD);
      assertThat(place.asked()).containsExactly("GET " + POD);
    }
  }

  @Test
  void aServerThatIsAwayIsNamed() {
    int port = place.port();
    place.close();
    try (ApiConnections connections = connections()) {
      assertThat(failure(() -> api(connections).get(POD)))
          .hasMessage("https://127.0.0.1:" + port + ": connection refused");
    }
  }

  @Test
  void requestsKeepThePace() throws Exception {
    try (ApiConnections connections = connections()) {
      HttpApiServer api = new HttpApiServer(connections, new RequestRateLimiter(time, 10, 2));
      api.get(POD);
      api.get(POD);
      Thread third = Thread.ofVirtual().start(() -> api.get(POD));
      Await.until("the third request waits", () -> time.pending() > 0);
      assertThat(place.asked()).hasSize(2);
      time.advance(Duration.ofMillis(100));
      third.join(Duration.ofSeconds(10));
      assertThat(place.asked()).hasSize(3);
    }
  }

  private static byte[] event(String type, String name) {
    return "{\"type\":\"%s\",\"object\":{\"metadata\":{\"name\":\"%s\"}}}\n"
        .formatted(type, name)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aRequestThatIsInterruptedEnds() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    place.answers(exchange -> {
      asked.countDown();
      await(never);
    });
    try (ApiConnections connections = connections()) {
      AtomicReference<List<Object>> end = new AtomicReference<>(List.of());
      Thread thread =
          Thread.ofVirtual()
              .start(() -> end.set(List.of(failure(() -> api(connections).get(POD)).code())));
      asked.await();
      thread.interrupt();
      thread.join(Duration.ofSeconds(10));
      assertThat(end.get()).containsExactly(ApiFailure.NO_ANSWER);
    } finally {
      never.countDown();
    }
  }
}
