package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.WebSocketHandshakeException;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class WebSocketEndpointTest {
  private final Programs programs =
      new Programs(StreamLimits.within(new MemoryBudget("streams", 8 << 20)));
  private final StreamServer server;

  WebSocketEndpointTest() throws InterruptedException {
    server = new StreamServer(programs::serve);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v5.channel.k8s.io", "v4.channel.k8s.io", "v4.base64.channel.k8s.io"})
  void tellsTheEndAsStatusSinceVersionFour(String protocol) throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/greet?output=1&error=1"), protocol)) {
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.socket.getSubprotocol()).isEqualTo(protocol);
      assertThat(client.text(1)).isEqualTo("to stdout\n");
      assertThat(client.text(2)).isEqualTo("to stderr\n");
      assertThat(client.text(3)).isEqualTo("{\"metadata\":{},\"status\":\"Success\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "channel.k8s.io", "base64.channel.k8s.io"})
  void tellsFailuresAsTextBefore(String protocol) throws Exception {
    String[] offered = protocol.isEmpty() ? new String[0] : new String[] {protocol};
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/fail?output=1"), offered)) {
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.socket.getSubprotocol()).isEqualTo(protocol);
      assertThat(client.heard(1)).as("an empty message greets the client").isTrue();
      assertThat(client.text(3))
          .isEqualTo(
              "Internal error occurred: error executing command in container: no such program");
    }
  }

  @Test
  void tellsExitCodes() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/exit?code=7&output=1"), "v4.channel.k8s.io")) {
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(3))
          .contains("\"reason\":\"NonZeroExitCode\"")
          .contains("{\"causes\":[{\"reason\":\"ExitCode\",\"message\":\"7\"}]}");
    }
  }

  @Test
  void endsStdinOnTheCloseSignalOfVersionFive() throws Exception {
    byte[] data = new byte[3 << 20];
    new Random(5).nextBytes(data);
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/cat?input=1&output=1"), "v5.channel.k8s.io")) {
      client.send(0, data);
      client.send(255, new byte[] {0});
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.bytes(1)).isEqualTo(data);
    }
  }

  @Test
  void decodesBase64AcrossFragments() throws Exception {
    String text = Base64.getEncoder().encodeToString("x, and the rest".getBytes(UTF_8));
    try (WebSocketClient client =
        new WebSocketClient(
            server.webSocket("/head?input=1&output=1"), "v4.base64.channel.k8s.io")) {
      client.sendText("0", false);
      client.sendText(text.substring(0, 1), false);
      client.sendText(text.substring(1), true);
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(1)).isEqualTo("x");
    }
  }

  @Test
  void hangsUpOnWhatIsNoBase64() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(
            server.webSocket("/cat?input=1&output=1"), "v4.base64.channel.k8s.io")) {
      client.sendText("0!!!!", true);
      assertThat(client.closeCode()).isEqualTo(1002);
    }
  }

  @Test
  void tellsSizesOfATerminal() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/sizes?output=1&tty=1"), "v5.channel.k8s.io")) {
      client.send(4, "{\"Width\":80,\"Height\":24}\n".getBytes(UTF_8));
      client.send(255, new byte[] {4});
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(1)).isEqualTo("80x24\n");
    }
  }

  @Test
  void refusesUnknownProtocols() {
    assertThatThrownBy(
            () -> new WebSocketClient(server.webSocket("/greet?output=1"), "v9.channel.k8s.io"))
        .cause()
        .isInstanceOf(WebSocketHandshakeException.class)
        .satisfies(e ->
            assertThat(((WebSocketHandshakeException) e).getResponse().statusCode())
                .isEqualTo(403));
  }

  @Test
  void forwardsAPortThatBothChannelsName() throws Exception {
    try (ServerSocket target = echo();
        WebSocketClient client =
            new WebSocketClient(
                server.webSocket("/portForward?port=" + target.getLocalPort()),
                "v4.channel.k8s.io")) {
      int port = target.getLocalPort();
      String name = new String(new byte[] {(byte) port, (byte) (port >> 8)}, UTF_8);
      client.send(0, "hello\n".getBytes(UTF_8));
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(0)).isEqualTo(name + "hello\n");
      assertThat(client.text(1)).isEqualTo(name);
    }
  }

  @Test
  void tellsWhyAPortCannotBeForwarded() throws Exception {
    int port;
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = unused.getLocalPort();
    }
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/portForward?port=" + port), "v4.channel.k8s.io")) {
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(1))
          .contains("error forwarding port " + port + " to pod: Connection refused");
    }
  }

  /** Answers one line and hangs up. */
  private static ServerSocket echo() throws IOException {
    ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          try (Socket socket = listener.accept()) {
            byte[] line = socket.getInputStream().readNBytes(6);
            socket.getOutputStream().write(line);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    return listener;
  }
}
