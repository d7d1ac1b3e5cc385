package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The proxy between a raw client and a raw runtime. */
@Timeout(60)
final class PassThroughTest {
  private static final String AGREED =
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
          + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n";

  private final ServerSocket runtime = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final RuntimeStreamProxy proxy =
      new RuntimeStreamProxy(
          new StreamEndpoint(
              StreamLimitsBuilder.builder(StreamLimits.within(new MemoryBudget("streams", 8 << 20)))
                  .answer(Duration.ofSeconds(2))
                  .build()));
  private final StreamServer server;

  PassThroughTest() throws Exception {
    runtime.setSoTimeout(20_000);
    URI address = URI.create("http://127.0.0.1:" + runtime.getLocalPort() + "/exec/token?x=1");
    server =
        new StreamServer((client, request) ->
            proxy.command(client, request, address, new StreamOptions(false, true, false, false)));
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    runtime.close();
  }

  private RawClient asking() throws IOException {
    return new RawClient(server.port())
        .request("/exec/ns/pod/c?command=ls", RawClient.SPDY + "Authorization: Bearer secret\r\n");
  }

  private static String head(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      head.append((char) in.read());
    }
    return head.toString();
  }

  private static void say(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  @Test
  void passesTheWishOnWithoutCredentials() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      String head = head(there);
      assertThat(head)
          .startsWith("GET /exec/token?x=1 HTTP/1.1\r\n")
          .containsIgnoringCase("Upgrade: SPDY/3.1\r\n")
          .contains("X-Stream-Protocol-Version: v4.channel.k8s.io\r\n")
          .containsIgnoringCase("host: 127.0.0.1:" + runtime.getLocalPort())
          .doesNotContain("secret");
      say(there, AGREED + "right behind");
      assertThat(client.head())
          .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
          .contains("X-Stream-Protocol-Version: v4.channel.k8s.io\r\n");
      assertThat(new String(client.socket.getInputStream().readNBytes(12), ISO_8859_1))
          .isEqualTo("right behind");
    }
  }

  @Test
  void carriesEveryByteBothWaysAndTheEndAfterThem() throws Exception {
    byte[] data = new byte[20 << 20];
    new Random(3).nextBytes(data);
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, AGREED);
      client.head();
      CompletableFuture<byte[]> atRuntime =
          CompletableFuture.supplyAsync(() -> readAll(there, data.length));
      client.socket.getOutputStream().write(data);
      assertThat(Arrays.equals(atRuntime.get(30, TimeUnit.SECONDS), data)).isTrue();

      // The runtime sends everything and hangs up, while the client goes on sending.
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(() -> {
            try {
              there.getOutputStream().write(data);
              there.shutdownOutput();
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      client.write("ping ".repeat(100));
      byte[] received = client.socket.getInputStream().readNBytes(data.length);
      sent.get(30, TimeUnit.SECONDS);
      assertThat(Arrays.equals(received, data)).isTrue();
      assertThat(client.socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  private static byte[] readAll(Socket socket, int length) {
    try {
      return socket.getInputStream().readNBytes(length);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void hangsUpOnTheRuntimeAtOnceWhenTheClientDoesAfterAllThatItSaid() throws Exception {
    byte[] data = new byte[20 << 20];
    new Random(5).nextBytes(data);
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, AGREED);
      client.head();
      CompletableFuture<byte[]> atRuntime =
          CompletableFuture.supplyAsync(() -> readAll(there, data.length + 1));
      client.socket.getOutputStream().write(data);
      client.socket.shutdownOutput();
      assertThat(Arrays.equals(atRuntime.get(30, TimeUnit.SECONDS), data)).isTrue();
      // The runtime is silent and does not hang up: only the proxy can end this.
      client.socket.setSoTimeout(5_000);
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void readsNoMoreThanTheOtherSideTakes() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, AGREED);
      client.head();
      // Nobody reads at the runtime: the client must be stopped long before this is all taken.
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(() -> {
            try {
              byte[] part = new byte[1 << 20];
              for (int i = 0; i < 64; i++) {
                client.socket.getOutputStream().write(part);
              }
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      assertThat(sent)
          .as("64 MB fit into the buffers of kernel and proxy")
          .failsWithin(Duration.ofSeconds(2));
      byte[] all = readAll(there, 64 << 20);
      assertThat(all).hasSize(64 << 20);
      sent.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void hangsUpOnTheRuntimeWhenTheClientIsKilled() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, AGREED);
      client.head();
      client.kill();
      there.setSoTimeout(10_000);
      assertThat(endOf(there)).isTrue();
    }
  }

  @Test
  void hangsUpOnTheRuntimeWhenTheClientIsKilledBeforeTheAnswer() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      client.kill();
      there.setSoTimeout(10_000);
      assertThat(endOf(there)).isTrue();
    }
  }

  private static boolean endOf(Socket socket) {
    try {
      return socket.getInputStream().read() == -1;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void repeatsARefusal() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nnot found");
      assertThat(client.rest()).startsWith("HTTP/1.1 404 Not Found\r\n").endsWith("not found");
    }
  }

  @Test
  void passesNoRedirectOn() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      say(there, "HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n");
      assertThat(client.rest())
          .startsWith("HTTP/1.1 500 ")
          .endsWith("invalid upgrade response: status code 302\n")
          .doesNotContain("elsewhere");
    }
  }

  @Test
  void saysSoWhenTheRuntimeIsNotThere() throws Exception {
    runtime.close();
    try (RawClient client = asking()) {
      assertThat(client.rest()).startsWith("HTTP/1.1 500 ").contains("error dialing backend: ");
    }
  }

  @Test
  void saysSoWhenTheRuntimeHangsUp() throws Exception {
    try (RawClient client = asking()) {
      runtime.accept().close();
      assertThat(client.rest()).startsWith("HTTP/1.1 500 ").contains("the runtime ");
    }
  }

  @Test
  void saysSoWhenTheRuntimeDoesNotAnswer() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      assertThat(client.rest())
          .startsWith("HTTP/1.1 500 ")
          .endsWith("the runtime did not answer in time\n");
      head(there);
      assertThat(endOf(there)).isTrue();
    }
  }

  @Test
  void hangsUpOnAClientThatDoesNotWaitForTheAnswer() throws Exception {
    try (RawClient client = asking();
        Socket there = runtime.accept()) {
      head(there);
      client.write("GET /pods HTTP/1.1\r\nHost: node\r\n\r\n");
      assertThat(client.rest()).isEmpty();
    }
  }
}
