package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.nodeserver.http.AnswerStream;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What all clients together may hold. */
@Timeout(60)
class HttpMemoryTest {
  private static final int SLOW = 250;
  private static final String BIG = "x".repeat(2 << 20);
  private static final PortLimits PATIENT =
      SecureBench.patience(PortLimits.NODE, Duration.ofMinutes(1), Duration.ofMinutes(1));

  private final CountDownLatch go = new CountDownLatch(1);
  private final List<Socket> sockets = new ArrayList<>();
  private @Nullable HttpPort open;

  static HttpMemory plenty() {
    return memory(4 << 20, 16 << 20);
  }

  private static HttpMemory memory(int requests, int answers) {
    return new HttpMemory(
        new MemoryBudget("requests of HTTP clients", requests),
        new MemoryBudget("answers to HTTP clients", answers));
  }

  @AfterEach
  void stop() throws IOException {
    go.countDown();
    for (Socket each : sockets) {
      each.close();
    }
    HttpPort port = open;
    if (port != null) {
      port.close();
    }
  }

  private HttpPort port(HttpMemory memory, HttpPort.CallHandler handler) {
    HttpPort port =
        HttpPort.start(SecureBench.LOOPBACK, 0, PATIENT, memory, Optional.empty(), handler);
    open = port;
    return port;
  }

  @Test
  void slowReadersOfManyPodsHoldNoMoreThanTheBudget() throws Exception {
    HttpMemory memory = memory(4 << 20, 1 << 20);
    NodePages pages =
        new NodePages(
            Map.of(),
            () -> Collections.nCopies(20_000, SecureBench.report("a".repeat(250))),
            new NodeMetrics("worker-1"),
            uid -> Optional.empty());
    HttpPort port = port(memory, (call, reply) -> pages.sendPods(reply));

    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < SLOW; i++) {
      slow.add(ask(port, "GET /pods"));
    }
    int refused = 0;
    for (Socket each : slow) {
      String first = new String(each.getInputStream().readNBytes(12), StandardCharsets.UTF_8);
      assertThat(first).isIn("HTTP/1.1 200", "HTTP/1.1 503");
      refused += first.endsWith("503") ? 1 : 0;
    }

    assertThat(refused).as("refused of " + SLOW).isBetween(200, SLOW - 5);
    assertThat(memory.answers().used()).isPositive();
    for (Socket each : slow) {
      each.close();
    }
    Await.until("nothing is held", () -> memory.answers().used() == 0);
  }

  @Test
  void tellsWhoDoesNotFitToComeAgainAndStillAnswersAboutHealth() throws Exception {
    HttpMemory memory = memory(4 << 20, 5 << 20);
    HttpPort port =
        port(
            memory,
            (call, reply) ->
                reply.send(HttpAnswer.text(200, call.path().equals("/healthz") ? "ok" : BIG)));
    Socket slow = ask(port, "GET /big");
    assertThat(slow.getInputStream().readNBytes(12)).asString().endsWith(" 200");

    assertThat(rest(ask(port, "GET /big")))
        .contains(" 503 ", "answers to HTTP clients may use 5120 KiB")
        .containsIgnoringCase("retry-after: 5\r\n");
    assertThat(rest(ask(port, "GET /healthz"))).contains(" 200 ");
    assertThat(rest(slow)).endsWith("xxx");
    Await.until("nothing is held", () -> memory.answers().used() == 0);
    assertThat(rest(ask(port, "GET /big"))).contains(" 200 ").hasSizeGreaterThan(BIG.length());
  }

  @Test
  void sendsTextsOfAllKindsAsTheyAre() throws Exception {
    String text = "aé€\ud83d\ude00".repeat(9_000);
    HttpPort port =
        port(
            plenty(),
            (call, reply) -> {
              if (call.path().equals("/whole")) {
                reply.send(HttpAnswer.text(200, text));
                return;
              }
              try (AnswerStream out = reply.stream(200, Map.of())) {
                out.text(call.path().equals("/short") ? "é" : text);
              }
            });

    assertThat(rest(ask(port, "GET /whole"))).endsWith("\r\n\r\n" + text);
    String pieces = rest(ask(port, "GET /pieces"));
    assertThat(pieces).containsIgnoringCase("transfer-encoding: chunked");
    assertThat(pieces.replaceAll("\r\n[0-9a-f]+\r\n", "")).contains(text.substring(0, 4_000));
    assertThat(rest(ask(port, "GET /short")))
        .containsIgnoringCase("content-length: 2\r\n")
        .endsWith("\r\n\r\né");
  }

  @Test
  void aStreamInWhichNothingHappensHoldsNothing() throws Exception {
    HttpMemory memory = plenty();
    HttpPort port =
        port(
            memory,
            (call, reply) -> {
              try (AnswerStream out = reply.begin(200, Map.of())) {
                out.write('x');
                out.flush();
                await();
                out.write('y');
              }
            });
    Socket follower = ask(port, "GET /log");
    for (int next = 0; next != 'x'; next = follower.getInputStream().read()) {
      assertThat(next).isNotNegative();
    }

    Await.until("nothing is held", () -> memory.answers().used() == 0);
    go.countDown();
    assertThat(rest(follower)).contains("y");
  }

  @Test
  void boundsLongRequestsInSum() throws Exception {
    HttpMemory memory = memory(64 << 10, 1 << 20);
    HttpPort port = port(memory, (call, reply) -> reply.send(HttpAnswer.text(200, "ok")));
    Socket first = connect(port);
    send(first, "GET /x HTTP/1.1\r\n" + "a:\r\n".repeat(300));
    Await.until("it is counted", () -> memory.requests().used() > 0);
    Socket second = connect(port);
    send(second, "GET /x HTTP/1.1\r\n" + "a:\r\n".repeat(300));

    assertThat(rest(second)).contains(" 503 ").containsIgnoringCase("retry-after: 5\r\n");
    assertThat(rest(ask(port, "GET /healthz"))).contains(" 200 ");
    send(first, "Connection: close\r\n\r\n");
    assertThat(rest(first)).contains(" 200 ");
    Await.until("nothing is held", () -> memory.requests().used() == 0);
  }

  private void await() throws InterruptedIOException {
    try {
      go.await();
    } catch (InterruptedException gone) {
      throw new InterruptedIOException();
    }
  }

  private Socket ask(HttpPort port, String line) throws IOException {
    Socket socket = connect(port);
    send(socket, line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return socket;
  }

  private Socket connect(HttpPort port) throws IOException {
    Socket socket = new Socket(SecureBench.LOOPBACK, port.address().getPort());
    socket.setSoTimeout(30_000);
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
