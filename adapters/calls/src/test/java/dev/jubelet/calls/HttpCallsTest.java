package dev.jubelet.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls.HttpReply;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.tls.SelfSignedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against real servers on loopback, most of which misbehave. */
@Timeout(30)
class HttpCallsTest {
  private static final Duration SOON = Duration.ofMillis(400);
  private static final Duration ENOUGH = Duration.ofSeconds(20);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final HttpCalls calls = new HttpCalls();

  private HttpReply get(int port, String path, HttpHeader... headers) {
    return calls.get(new HttpTarget("http", "127.0.0.1", port, path, List.of(headers)), ENOUGH);
  }

  private OutsideFailure failure(String scheme, int port, Duration timeout) {
    return catchThrowableOfType(
        OutsideFailure.class,
        () -> calls.get(new HttpTarget(scheme, "127.0.0.1", port, "/x", List.of()), timeout));
  }

  @Test
  void sendsWhatItWasTold() throws Exception {
    try (TinyServer server = TinyServer.saying(OK)) {
      HttpReply reply =
          get(
              server.port(),
              "/a b?c=d#e",
              new HttpHeader("User-Agent", "kube-probe/1.36"),
              new HttpHeader("x-api-key", "1"),
              new HttpHeader("Content-Length", "99"),
              new HttpHeader("X-Api-Key", "2"));
      assertThat(reply).isEqualTo(new HttpReply(200, "ok", false));
      assertThat(server.requests())
          .containsExactly(
              "GET /a%20b?c=d HTTP/1.1\nHost: 127.0.0.1:"
                  + server.port()
                  + "\n"
                  + "User-Agent: kube-probe/1.36\n"
                  + "X-Api-Key: 1\n"
                  + "X-Api-Key: 2\n"
                  + "Connection: close\n");
    }
  }

  @Test
  void hostHeaderCanBeChosen() throws Exception {
    try (TinyServer server = TinyServer.saying(OK)) {
      get(server.port(), "/", new HttpHeader("host", "shop.example"));
      assertThat(server.requests().getFirst()).contains("\nHost: shop.example\n");
    }
  }

  @Test
  void headerWithALineBreakIsRefused() {
    assertThatThrownBy(() ->
            new HttpCalls()
                .get(
                    new HttpTarget(
                        "http",
                        "127.0.0.1",
                        openPort(),
                        "/",
                        List.of(new HttpHeader("X", "a\r\nY: b"))),
                    ENOUGH))
        .isInstanceOf(OutsideFailure.class);
    assertThatThrownBy(() ->
            HttpRequest.bytes(
                HttpEndpoint.of("http", "h", 1, "/"),
                "h",
                List.of(new HttpHeader("X", "a\r\nY: b"))))
        .hasMessage("net/http: invalid header field value for \"X\"");
  }

  private static int openPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void speaksWithIpv6Hosts() throws Exception {
    try (TinyServer server = TinyServer.on("::1", (r, s, out) -> TinyServer.write(out, OK))) {
      HttpReply reply =
          calls.get(new HttpTarget("http", "::1", server.port(), "/", List.of()), ENOUGH);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(server.requests().getFirst()).contains("Host: [::1]:" + server.port());
    }
  }

  @Test
  void speaksWithNamedHosts() throws Exception {
    try (TinyServer server = TinyServer.saying(OK)) {
      assertThat(
              calls
                  .get(new HttpTarget("http", "localhost", server.port(), "/", List.of()), ENOUGH)
                  .status())
          .isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 200 OK\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + "3\r\n"
        + "abc\r\n"
        + "2;x=y\r\n"
        + "de\r\n"
        + "0\r\n\r\n"
        + "', 200, abcde",
    "'HTTP/1.0 200 OK\r\n\r\nuntil the end', 200, until the end",
    "'HTTP/1.1 204 No Content\r\n\r\n', 204, ''",
    "'HTTP/1.1 503 Sorry\r\nContent-Length: 4\r\n\r\nlate', 503, late",
    "'HTTP/1.1 200\nContent-Length: 1\n\nx', 200, x",
    "'HTTP/1.1 103 Early\r\n"
        + "Link: x\r\n\r\n"
        + "HTTP/1.1 201 Made\r\n"
        + "Content-Length: 0\r\n\r\n"
        + "', 201, ''",
    "'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n', 304, ''",
    "'HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nno', 302, no",
  })
  void readsAnswersOfAllShapes(String answer, int status, String body) throws Exception {
    try (TinyServer server = TinyServer.saying(answer)) {
      assertThat(get(server.port(), "/")).isEqualTo(new HttpReply(status, body, false));
    }
  }

  @Test
  void endlessBodyIsCutAndPasses() throws Exception {
    for (String head :
        List.of(
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n")) {
      TinyServer.Behaviour endless =
          (request, socket, out) -> {
            TinyServer.write(out, head);
            while (true) {
              TinyServer.write(out, "x".repeat(1000));
            }
          };
      try (TinyServer server = TinyServer.on("127.0.0.1", endless)) {
        HttpReply reply = get(server.port(), "/");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).hasSize(HttpGetResponse.BODY_MAX);
      }
    }
  }

  // Redirects

  @Test
  void redirectOnTheSameHostIsFollowed() throws Exception {
    TinyServer.Behaviour twice =
        (request, socket, out) ->
            TinyServer.write(
                out,
                request.startsWith("GET /a/start ")
                    ? "HTTP/1.1 302 Found\r\nLocation: ../b/next?x=1\r\n\r\n"
                    : OK);
    try (TinyServer server = TinyServer.on("127.0.0.1", twice)) {
      assertThat(
              get(
                  server.port(),
                  "/a/start",
                  new HttpHeader("Host", "shop"),
                  new HttpHeader("K", "v")))
          .isEqualTo(new HttpReply(200, "ok", false));
      assertThat(server.requests()).hasSize(2);
      assertThat(server.requests().getLast())
          .startsWith("GET /b/next?x=1 ")
          .contains("Host: shop\n", "K: v\n");
    }
  }

  @Test
  void redirectToAnotherPortOfTheSameHostIsFollowed() throws Exception {
    try (TinyServer there = TinyServer.saying(OK);
        TinyServer here =
            TinyServer.saying(
                "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:" + there.port() + "/y\r\n\r\n")) {
      assertThat(get(here.port(), "/", new HttpHeader("Host", "shop")).status()).isEqualTo(200);
      assertThat(there.requests().getFirst()).contains("Host: 127.0.0.1:" + there.port());
    }
  }

  @Test
  void redirectToAnotherHostIsToldAndNotFollowed() throws Exception {
    try (TinyServer server =
        TinyServer.saying(
            "HTTP/1.1 301 Moved\r\n"
                + "Location: https://example.com/\r\n"
                + "Content-Length: 4\r\n\r\n"
                + "away")) {
      assertThat(get(server.port(), "/")).isEqualTo(new HttpReply(301, "away", true));
    }
  }

  @Test
  void redirectsInACircleEnd() throws Exception {
    try (TinyServer server =
        TinyServer.saying("HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")) {
      assertThat(failure("http", server.port(), ENOUGH))
          .hasMessageContaining("stopped after 10 redirects");
      assertThat(server.requests()).hasSize(10);
    }
  }

  @Test
  void redirectToSomethingElseThanHttpFails() throws Exception {
    try (TinyServer server = TinyServer.saying("HTTP/1.1 302 F\r\nLocation: ftp://x/\r\n\r\n")) {
      assertThat(failure("http", server.port(), ENOUGH).kind()).isEqualTo(FailureKind.UNAVAILABLE);
    }
  }

  // Misbehaviour

  @Test
  void nobodyThereIsRefused() throws Exception {
    int port = openPort();
    OutsideFailure failure = failure("http", port, ENOUGH);
    assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(failure)
        .hasMessage(
            "Get \"http://127.0.0.1:"
                + port
                + "/x\": dial tcp 127.0.0.1:"
                + port
                + ": connect: connection refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nX: "})
  void headThatDoesNotComeTimesOut(String beginning) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    TinyServer.Behaviour silent =
        (request, socket, out) -> {
          TinyServer.write(out, beginning);
          over.await();
        };
    try (TinyServer server = TinyServer.on("127.0.0.1", silent)) {
      OutsideFailure failure = failure("http", server.port(), SOON);
      assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
      assertThat(failure)
          .hasMessageEndingWith(
              "context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
    } finally {
      over.countDown();
    }
  }

  @Test
  void headThatDribblesTimesOut() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    TinyServer.Behaviour dribble =
        (request, socket, out) -> {
          TinyServer.write(out, "HTTP/1.1 200 OK\r\n");
          while (true) {
            TinyServer.write(out, "X");
            boolean _ = never.await(20, java.util.concurrent.TimeUnit.MILLISECONDS);
          }
        };
    try (TinyServer server = TinyServer.on("127.0.0.1", dribble)) {
      assertThat(failure("http", server.port(), SOON).kind()).isEqualTo(FailureKind.TIMED_OUT);
    }
  }

  @Test
  void bodyThatDoesNotComeIsSomethingElseThanNoAnswer() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    TinyServer.Behaviour half =
        (request, socket, out) -> {
          TinyServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
          over.await();
        };
    try (TinyServer server = TinyServer.on("127.0.0.1", half)) {
      assertThat(failure("http", server.port(), SOON).kind()).isEqualTo(FailureKind.INTERNAL);
    } finally {
      over.countDown();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', INTERNAL",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', INTERNAL",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', INTERNAL",
    "'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', INTERNAL",
    "'', UNAVAILABLE",
    "'SSH-2.0-OpenSSH_9.6\r\n', UNAVAILABLE",
    "'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n', UNAVAILABLE",
  })
  void brokenAnswersFail(String answer, FailureKind kind) throws Exception {
    try (TinyServer server = TinyServer.saying(answer)) {
      assertThat(failure("http", server.port(), ENOUGH).kind()).isEqualTo(kind);
    }
  }

  @Test
  void endlessHeadFails() throws Exception {
    TinyServer.Behaviour endless =
        (request, socket, out) -> {
          TinyServer.write(out, "HTTP/1.1 200 OK\r\n");
          while (true) {
            TinyServer.write(out, "X: " + "y".repeat(1000) + "\r\n");
          }
        };
    try (TinyServer server = TinyServer.on("127.0.0.1", endless)) {
      assertThat(failure("http", server.port(), ENOUGH).kind()).isEqualTo(FailureKind.UNAVAILABLE);
    }
  }

  @Test
  void resetConnectionFails() throws Exception {
    TinyServer.Behaviour rude = (request, socket, out) -> socket.setSoLinger(true, 0);
    try (TinyServer server = TinyServer.on("127.0.0.1", rude)) {
      OutsideFailure failure = failure("http", server.port(), ENOUGH);
      assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    }
  }

  @Test
  void tlsWithSomebodyWhoDoesNotSpeakItFails() throws Exception {
    try (TinyServer server =
        TinyServer.on(
            "127.0.0.1", (request, socket, out) -> TinyServer.write(out, "HTTP/1.1 400 No\r\n"))) {
      assertThat(failure("https", server.port(), SOON)).isNotNull();
    }
  }

  @Test
  void handshakeThatHangsTimesOut() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(failure("https", silent.getLocalPort(), SOON).kind())
          .isEqualTo(FailureKind.TIMED_OUT);
    }
  }

  @Test
  void certificatesAreNotChecked() throws Exception {
    // Nobody vouches for it, its name is nobody's, and it has long expired.
    SelfSignedServer nobody =
        SelfSignedServer.create("nobody", "-startdate", "2001/01/01", "-validity", "1");
    try (TinyServer server =
        TinyServer.over(
            nobody.context().getServerSocketFactory().createServerSocket(0),
            (request, socket, out) -> TinyServer.write(out, OK))) {
      assertThat(
              calls.get(
                  new HttpTarget("https", "127.0.0.1", server.port(), "/", List.of()), ENOUGH))
          .isEqualTo(new HttpReply(200, "ok", false));
    }
  }
}
