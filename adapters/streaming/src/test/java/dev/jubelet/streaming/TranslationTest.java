package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import dev.jubelet.testkit.Await;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runtimes do not speak reaches them as SPDY; the runtime is our own endpoint. */
@Timeout(60)
final class TranslationTest {
  private final Programs programs =
      new Programs(StreamLimits.within(new MemoryBudget("streams", 8 << 20)));
  private final RuntimeStreamProxy proxy =
      new RuntimeStreamProxy(
          new StreamEndpoint(StreamLimits.within(new MemoryBudget("streams", 8 << 20))));
  private final StreamServer runtime;
  private final StreamServer server;

  TranslationTest() throws InterruptedException {
    runtime =
        new StreamServer((client, request) -> {
          assertThat(StreamUpgrade.isWebSocket(request)).isFalse();
          programs.serve(client, request);
        });
    server = new StreamServer(this::forward);
  }

  private void forward(Channel client, HttpRequest request) {
    QueryStringDecoder query = new QueryStringDecoder(request.uri());
    proxy.command(
        client, request, runtime.uri(request.uri()), StreamUpgrade.options(query.parameters()));
  }

  @AfterEach
  void stop() {
    server.close();
    runtime.close();
  }

  @Test
  void carriesInputOutputAndItsEnd() throws Exception {
    byte[] data = new byte[3 << 20];
    new Random(9).nextBytes(data);
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/cat?input=1&output=1"), "v5.channel.k8s.io")) {
      client.send(0, data);
      client.send(255, new byte[] {0});
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.bytes(1)).isEqualTo(data);
      assertThat(client.text(3)).contains("\"status\":\"Success\"");
    }
  }

  @Test
  void repeatsTheRuntimesOwnWords() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/fail?output=1"), "v5.channel.k8s.io")) {
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(3))
          .contains(
              "\"message\":\"Internal error occurred: error executing command in container: no such"
                  + " program\"");
    }
  }

  @Test
  void tellsSizesOfTheTerminal() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/sizes?output=1&tty=1"), "v5.channel.k8s.io")) {
      client.send(4, "{\"Width\":80,\"Height\":24}\n".getBytes(UTF_8));
      client.send(255, new byte[] {4});
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(1)).isEqualTo("80x24\n");
    }
  }

  @Test
  void neverCallsALostRuntimeASuccess() throws Exception {
    try (WebSocketClient client =
        new WebSocketClient(server.webSocket("/yes?output=1"), "v5.channel.k8s.io")) {
      Await.until("enough was said", () -> client.bytes(1).length >= 100_000);
      runtime.hangUp();
      assertThat(client.closeCode()).isEqualTo(1000);
      assertThat(client.text(3))
          .contains("\"status\":\"Failure\"")
          .contains("the runtime did not say how the command ended");
    }
  }
}
