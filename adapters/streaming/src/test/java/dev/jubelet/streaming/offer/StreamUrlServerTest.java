package dev.jubelet.streaming.offer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamUrlServerTest {
  private static final StreamOptions OUTPUT = new StreamOptions(false, true, false, false);
  private static final String UPGRADE =
      "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n";

  private StreamUrlServer server =
      StreamUrlServer.start(
          InetAddress.getLoopbackAddress(),
          0,
          StreamLimits.within(new MemoryBudget("streams", 8 << 20)));

  @AfterEach
  void stop() {
    server.close();
  }

  private static StreamSession quick() {
    return new StreamSession.Command(OUTPUT, streams -> new CommandEnd.Exited(0));
  }

  private Socket ask(String method, String path, String headers) throws IOException {
    Socket socket = connect();
    socket
        .getOutputStream()
        .write(
            (method + " " + path + " HTTP/1.1\r\nHost: node\r\n" + headers + "\r\n")
                .getBytes(ISO_8859_1));
    return socket;
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static String firstLine(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read();
        next >= 0 && next != '\n';
        next = socket.getInputStream().read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private String answer(String method, String path, String headers) throws IOException {
    try (Socket socket = ask(method, path, headers)) {
      return firstLine(socket);
    }
  }

  @Test
  void anAddressServesOneClient() throws Exception {
    URI address = URI.create(server.offer("exec", quick()));
    assertThat(address.toString()).matches("http://127\\.0\\.0\\.1:\\d+/exec/[A-Za-z0-9_-]{32}");
    assertThat(answer("POST", address.getPath(), UPGRADE))
        .isEqualTo("HTTP/1.1 101 Switching Protocols");
    assertThat(answer("POST", address.getPath(), UPGRADE)).isEqualTo("HTTP/1.1 404 Not Found");
  }

  @Test
  void whatWasNotOfferedIsNotFound() throws Exception {
    String path = URI.create(server.offer("exec", quick())).getPath();
    assertThat(answer("GET", "/exec/nonsense", UPGRADE)).contains("404");
    assertThat(answer("GET", path.replace("exec", "attach"), UPGRADE)).contains("404");
    assertThat(answer("GET", path + "/more", UPGRADE)).contains("404");
    assertThat(answer("GET", "/", UPGRADE)).contains("404");
    assertThat(answer("GET", "/%zz", UPGRADE)).contains("404");
    assertThat(answer("PUT", path, UPGRADE)).contains("405");
    assertThat(answer("GET", path, UPGRADE)).contains("101");
  }

  @Test
  void whoDoesNotUpgradeIsRefused() throws Exception {
    String path = URI.create(server.offer("exec", quick())).getPath();
    assertThat(answer("GET", path, "")).contains("400");
  }

  @Test
  void whoSaysNothingIsHungUpOn() throws Exception {
    restart(StreamUrlServer.MOST_CLIENTS, Duration.ofMillis(200));
    try (Socket silent = connect();
        Socket slow = connect()) {
      slow.getOutputStream().write("GET /exec/".getBytes(ISO_8859_1));
      assertThat(silent.getInputStream().read()).isNegative();
      assertThat(slow.getInputStream().read()).isNegative();
    }
  }

  @Test
  void newcomersTakeThePlaceOfThoseWhoOnlyWaitButNotOfThoseServed() throws Exception {
    restart(2, Duration.ofSeconds(30));
    CountDownLatch end = new CountDownLatch(1);
    StreamSession slow =
        new StreamSession.Command(
            OUTPUT,
            streams -> {
              end.await();
              return new CommandEnd.Exited(0);
            });
    try (Socket served = ask("GET", URI.create(server.offer("exec", slow)).getPath(), UPGRADE)) {
      assertThat(firstLine(served)).contains("101");
      try (Socket waiting = connect();
          Socket newcomer = ask("GET", "/exec/x", UPGRADE)) {
        assertThat(waiting.getInputStream().read()).isNegative();
        assertThat(firstLine(newcomer)).contains("404");
      }
      served.setSoTimeout(100);
      assertThat(served.isClosed()).isFalse();
    } finally {
      end.countDown();
    }
  }

  @Test
  void whoeverIsServedIsLeftWhenTheServerStops() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    StreamSession deaf =
        new StreamSession.Command(
            new StreamOptions(false, false, false, false),
            streams -> {
              streams.whenGone(gone::countDown);
              begun.countDown();
              gone.await();
              return new CommandEnd.Exited(0);
            });
    String path = URI.create(server.offer("exec", deaf)).getPath();
    String socket =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Protocol: v4.channel.k8s.io\r\n";
    try (Socket client = ask("GET", path, socket)) {
      assertThat(firstLine(client)).contains("101");
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      server.close();
      assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aTakenPortIsTold() {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            StreamUrlServer.start(
                InetAddress.getLoopbackAddress(),
                server.address().getPort(),
                StreamLimits.within(new MemoryBudget("streams", 8 << 20))))
        .withMessageContaining("port " + server.address().getPort());
  }

  private void restart(int mostClients, Duration patience) {
    server.close();
    server =
        StreamUrlServer.start(
            InetAddress.getLoopbackAddress(),
            0,
            StreamLimits.within(new MemoryBudget("streams", 8 << 20)),
            new PendingStreams(System::nanoTime),
            mostClients,
            patience);
  }
}
