package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.stream.Flow;
import dev.jubelet.runtime.stream.ReachableContainers.Ready;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In the node's own network; that of a sandbox is entered by {@link RealStreamsTest}. */
@Timeout(30)
class PortConnectionTest {
  private final PortConnection ports =
      new PortConnection(() -> new Ready(new SandboxId("s1"), Optional.empty()));

  @Test
  void eitherSideMayEndItsHalfFirst() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("::1"))) {
      Thread.ofVirtual().start(() -> echoAtTheEnd(server));
      Client client = new Client("a question");
      ports.forward(server.getLocalPort(), client);
      assertThat(client.received.toString(UTF_8)).isEqualTo("a question, answered");
    }
  }

  private static void echoAtTheEnd(ServerSocket server) {
    try (Socket socket = server.accept()) {
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      socket.getOutputStream().write((all + ", answered").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPortAtWhichNobodyListensIsToldWithItsNumber() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0)) {
      port = server.getLocalPort();
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> ports.forward(port, new Client("")))
        .withMessageContaining("failed to connect to port " + port + " inside sandbox s1")
        .withMessageContaining("127.0.0.1:" + port + ": connection refused");
  }

  private static final class Client implements Flow {
    private final InputStream input;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    Client(String sent) {
      input = new ByteArrayInputStream(sent.getBytes(UTF_8));
    }

    @Override
    public InputStream input() {
      return input;
    }

    @Override
    public OutputStream output() {
      return received;
    }

    @Override
    public void reset() {}
  }
}
