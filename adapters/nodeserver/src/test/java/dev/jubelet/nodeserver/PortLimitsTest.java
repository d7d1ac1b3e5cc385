package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.nodeserver.http.HandshakeLimits;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.http.PortLimitsBuilder;
import dev.jubelet.testkit.Await;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@Tag("long")
class PortLimitsTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final long PROMISED_MILLIS = 250;
  private static final int ROUNDS = 4;
  private static final String HEAD = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n";

  private @Nullable SecureBench open;
  private final List<Socket> sockets = new ArrayList<>();

  private SecureBench bench(PortLimits limits) {
    SecureBench bench = new SecureBench(SecureBench.Options.standard().with(limits));
    bench.reviewer.token("good", "ann").grant("ann", "*");
    open = bench;
    return bench;
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
    SecureBench bench = open;
    if (bench != null) {
      bench.close();
    }
  }

  @Test
  void cutsOffWhoDoesNotFinishAHandshakeOrAHead() throws Exception {
    SecureBench bench = bench(SecureBench.patience(PortLimits.NODE, SOON, SOON));
    bench.ask(null, "good", "GET", "/healthz"); // whatever is slow only once is done now
    Socket silent = plain(bench);
    SSLSocket half = bench.connect(null);
    half.getOutputStream().write("GET /healthz HTTP/1.1\r\nHos".getBytes(StandardCharsets.UTF_8));
    half.getOutputStream().flush();
    SSLSocket second = bench.connect(null);
    ask(second, "GET /healthz" + HEAD + "\r\n");
    assertThat(second.getInputStream().readNBytes(12)).asString().contains(" 200");
    second.getOutputStream().write('G');
    second.getOutputStream().flush();

    assertThat(rest(silent)).isEmpty();
    assertThat(rest(half)).isEmpty();
    assertThat(rest(second)).doesNotContain("HTTP/1.1 4");
  }

  @Test
  void cutsOffWhoBeginsARequestBeforeItsLastAnswerIsPutAway() throws Exception {
    PortLimits limits = SecureBench.patience(PortLimits.NODE, SOON, SOON);
    CountDownLatch putAway = new CountDownLatch(1);
    HttpPort.CallHandler answers =
        (call, reply) -> {
          reply.send(HttpAnswer.text(200, "ok"));
          if (call.path().equals("/first")) {
            await(putAway);
          }
        };
    try (HttpPort port =
        HttpPort.start(
            SecureBench.LOOPBACK, 0, limits, HttpMemoryTest.plenty(), Optional.empty(), answers)) {
      Socket early = plain(port.address());
      ask(early, "GET /first" + HEAD + "\r\n");
      assertThat(early.getInputStream().readNBytes(12)).asString().contains(" 200");
      ask(early, "G");
      // The port has one loop: who is answered twice after the letter was sent comes behind it.
      Socket other = plain(port.address());
      for (int i = 0; i < 2; i++) {
        ask(other, "GET /other" + HEAD + "\r\n");
        assertThat(until("ok", other)).contains(" 200");
      }
      putAway.countDown();

      assertThat(rest(early)).doesNotContain("HTTP/1.1 4");
    }
  }

  @Test
  void boundsHeadsAndBodies() throws Exception {
    SecureBench bench = bench(PortLimits.NODE);
    String big = "a".repeat(70_000);

    assertThat(bench.ask(null, "GET /healthz" + HEAD + "X: " + big + "\r\n\r\n").status())
        .isEqualTo(431);
    assertThat(bench.ask(null, "GET /" + big + HEAD + "\r\n").status()).isEqualTo(414);
    assertThat(
            bench
                .ask(null, "POST /healthz" + HEAD + "Content-Length: 70000\r\n\r\n" + big)
                .status())
        .isEqualTo(413);
    assertThat(bench.ask(null, "garbage\r\n\r\n").status()).isEqualTo(400);
    assertThat(
            bench
                .ask(
                    null,
                    "POST /healthz"
                        + HEAD
                        + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"
                        + "Connection: close\r\n\r\n0\r\n\r\n")
                .status())
        .isIn(200, 400);
  }

  @Test
  void answersRequestsThatCameTogetherInTheirOrder() throws Exception {
    SecureBench bench = bench(PortLimits.NODE);

    String all =
        bench
            .ask(
                null,
                "GET /healthz/ping"
                    + HEAD
                    + "\r\nGET /nothing"
                    + HEAD
                    + "\r\nGET /configz"
                    + HEAD
                    + "Connection: close\r\n\r\n")
            .body();

    assertThat(all).containsSubsequence("ok", "404 page not found", "kubeletconfig");
  }

  @Test
  void givesTheRoomOfTheSilentToNewcomers() throws Exception {
    SecureBench bench = bench(PortLimitsBuilder.builder(PortLimits.NODE).connections(20).build());
    for (int i = 0; i < 60; i++) {
      plain(bench);
    }

    assertThat(bench.ask(null, "good", "GET", "/healthz").status()).isEqualTo(200);
    assertThat(bench.connected()).isLessThanOrEqualTo(20);
    assertThat(rest(sockets.getFirst())).isEmpty();
  }

  @Test
  void cutsOffWhoTakesNothingOfItsAnswer() throws Exception {
    SecureBench bench = bench(SecureBench.patience(PortLimits.NODE, Duration.ofSeconds(10), SOON));
    String long253 = "a".repeat(253);
    bench.pods.set(Collections.nCopies(40_000, SecureBench.report(long253)));
    SSLSocket lazy = bench.connect(null);
    ask(lazy, "GET /pods" + HEAD + "\r\n");
    assertThat(lazy.getInputStream().read()).isEqualTo('H');

    Await.until("nobody is connected", () -> bench.connected() == 0);
  }

  @Test
  void makesWhoeverShakesHandsTooOftenWait() throws Exception {
    HandshakeLimits.Rate slow = new HandshakeLimits.Rate(2, 3);
    SecureBench bench =
        bench(
            PortLimitsBuilder.builder(PortLimits.NODE)
                .handshakes(
                    PortLimits.NODE.handshakes().with(slow, new HandshakeLimits.Rate(1000, 1000)))
                .build());
    for (int i = 0; i < 50; i++) {
      plain(bench);
    }
    long since = System.nanoTime();
    for (int i = 0; i < 5; i++) {
      assertThat(bench.ask(null, "good", "GET", "/healthz").status()).isEqualTo(200);
    }

    // Those that only connect take nobody's turn; three go at once, the others one by one.
    assertThat(Duration.ofNanos(System.nanoTime() - since))
        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(10));
  }

  @Test
  void turnsEverybodyAwayWhileThereIsNoKey() throws Exception {
    SecureBench bench = bench(PortLimits.NODE);
    bench.key.set(Optional.empty());

    assertThat(rest(plain(bench))).isEmpty();
  }

  @Test
  @Tag("alone")
  void aThousandSlowConnectionsHoldNobodyUp() throws Exception {
    Duration longEnough = Duration.ofMinutes(2);
    PortLimits patient = SecureBench.patience(PortLimits.NODE, longEnough, longEnough);
    HandshakeLimits.Rate any = new HandshakeLimits.Rate(10_000, 10_000);
    // All callers of this test have one address.
    SecureBench bench =
        bench(
            PortLimitsBuilder.builder(patient)
                .handshakes(patient.handshakes().with(any, any))
                .build());
    slowest(bench); // compiles, as a server that runs has done long ago
    for (int i = 0; i < 900; i++) {
      plain(bench).getOutputStream().write(0x16);
    }
    for (int i = 0; i < 100; i++) {
      SSLSocket slow = bench.connect(null);
      sockets.add(slow);
      slow.getOutputStream().write("GET /heal".getBytes(StandardCharsets.UTF_8));
      slow.getOutputStream().flush();
    }
    assertThat(bench.connected()).isBetween(1000, 1024);
    long best = Long.MAX_VALUE;
    // Somebody else may need the machine for a moment; nobody needs it every time.
    for (int round = 0; round < ROUNDS && best >= PROMISED_MILLIS; round++) {
      best = Math.min(best, slowest(bench));
    }

    assertThat(best).as("p99 of an honest /healthz, milliseconds").isLessThan(PROMISED_MILLIS);
  }

  private static long slowest(SecureBench bench) throws Exception {
    List<Long> took = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long since = System.nanoTime();
      assertThat(bench.ask(null, "good", "GET", "/healthz").status()).isEqualTo(200);
      took.add((System.nanoTime() - since) / 1_000_000);
    }
    Collections.sort(took);
    return took.get(98);
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException gone) {
      throw new InterruptedIOException();
    }
  }

  private Socket plain(SecureBench bench) throws IOException {
    return plain(bench.address());
  }

  private Socket plain(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(30_000);
    sockets.add(socket);
    return socket;
  }

  private static void ask(Socket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String until(String end, Socket socket) throws IOException {
    StringBuilder heard = new StringBuilder();
    while (heard.indexOf(end) < 0) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new EOFException("only this came: " + heard);
      }
      heard.append((char) next);
    }
    return heard.toString();
  }

  /** What comes until the server hangs up. */
  private static String rest(Socket socket) throws IOException {
    try {
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (SocketException | SSLException cut) {
      return "";
    }
  }
}
