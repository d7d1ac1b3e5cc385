package dev.jubelet.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines and bounds of our own endpoint. */
@Timeout(60)
final class StreamBoundsTest {
  private static final Duration SOON = Duration.ofMillis(300);
  private static final String V5 = RawClient.webSocket("v5.channel.k8s.io");

  private interface Trial {
    void run(StreamServer server, Programs programs) throws Exception;
  }

  private static void with(StreamLimits limits, Trial trial) throws Exception {
    Programs programs = new Programs(limits);
    try (StreamServer server = new StreamServer(programs::serve)) {
      trial.run(server, programs);
    }
  }

  private static boolean ends(RawClient client) throws IOException {
    try {
      while (client.socket.getInputStream().read() >= 0) {
        // What was said before the end does not matter.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Test
  void hangsUpOnAClientThatOpensNoStreams() throws Exception {
    with(
        StreamLimitsBuilder.builder(StreamLimits.within(new MemoryBudget("streams", 8 << 20)))
            .creation(SOON)
            .build(),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            String head = client.request("/cat?input=1&output=1", RawClient.SPDY).head();
            assertThat(head)
                .startsWith("HTTP/1.1 101 ")
                .containsIgnoringCase("X-Stream-Protocol-Version: v4.channel.k8s.io\r\n");
            assertThat(ends(client)).isTrue();
          }
        });
  }

  @Test
  void endsASessionInWhichNothingHappens() throws Exception {
    with(
        StreamLimits.within(new MemoryBudget("streams", 8 << 20)).withIdle(SOON),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            client.request("/deaf?input=1&output=1", V5).head();
            assertThat(ends(client)).isTrue();
            Await.until("no program runs", () -> programs.running() == 0);
          }
        });
  }

  @Test
  void stopsReadingFromAClientWhoseProcessDoesNot() throws Exception {
    with(
        StreamLimits.within(new MemoryBudget("streams", 8 << 20)),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            client.request("/deaf?input=1&output=1", V5).head();
            assertThat(flood(client)).failsWithin(Duration.ofSeconds(2));
            client.kill();
          }
        });
  }

  @Test
  void clientsTogetherHoldNoMoreThanTheirMemory() throws Exception {
    MemoryBudget memory = new MemoryBudget("streams", 300 << 10);
    with(
        StreamLimits.within(memory),
        (server, programs) -> {
          List<RawClient> clients = new ArrayList<>();
          List<CompletableFuture<Void>> floods = new ArrayList<>();
          for (int i = 0; i < 8; i++) {
            RawClient client = new RawClient(server.port());
            client.request("/deaf?input=1&output=1", V5).head();
            clients.add(client);
            floods.add(flood(client));
          }
          for (CompletableFuture<Void> each : floods) {
            assertThat(each).failsWithin(Duration.ofMillis(500));
          }
          assertThat(memory.used()).isBetween(200L << 10, 300L << 10);
          for (RawClient each : clients) {
            each.kill();
          }
          Await.until("nothing is held", () -> memory.used() == 0);
        });
  }

  @Test
  void goesOnReadingWhoseProcessReadsWhileOthersHoldAllMemory() throws Exception {
    MemoryBudget memory = new MemoryBudget("streams", 64 << 10);
    with(
        StreamLimits.within(memory),
        (server, programs) -> {
          try (RawClient greedy = new RawClient(server.port());
              WebSocketClient honest =
                  new WebSocketClient(
                      server.webSocket("/cat?input=1&output=1"), "v5.channel.k8s.io")) {
            greedy.request("/deaf?input=1&output=1", V5).head();
            assertThat(flood(greedy)).failsWithin(Duration.ofMillis(500));
            honest.send(0, new byte[3 << 20]);
            honest.send(255, new byte[] {0});
            assertThat(honest.closeCode()).isEqualTo(1000);
            assertThat(honest.text(1)).hasSize(3 << 20);
            greedy.kill();
          }
        });
  }

  @Test
  void noticesThatAClientIsKilledWhileItIsNotReadFrom() throws Exception {
    with(
        StreamLimitsBuilder.builder(StreamLimits.within(new MemoryBudget("streams", 8 << 20)))
            .keepAlive(Duration.ofMillis(50))
            .build(),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            client.request("/deaf?input=1&output=1", V5).head();
            assertThat(flood(client)).failsWithin(Duration.ofSeconds(2));
            assertThat(programs.running()).isEqualTo(1);
            client.kill();
            Await.until("no program runs", () -> programs.running() == 0);
            Await.until("no channel is open", () -> server.open() == 0);
          }
        });
  }

  @Test
  void refusesSpdyWithoutAProtocolThatItKnows() throws Exception {
    with(
        StreamLimits.within(new MemoryBudget("streams", 8 << 20)),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            client.request(
                "/cat?output=1",
                "Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v9.channel.k8s.io\r\n");
            assertThat(client.rest())
                .startsWith("HTTP/1.1 403 ")
                .containsIgnoringCase("X-Accepted-Stream-Protocol-Versions: v4.channel.k8s.io")
                .contains("unable to negotiate protocol");
          }
          try (RawClient client = new RawClient(server.port())) {
            client.request("/cat?output=1", "Upgrade: SPDY/3.1\r\n");
            assertThat(client.rest()).startsWith("HTTP/1.1 400 ");
          }
          try (RawClient client = new RawClient(server.port())) {
            client.request("/cat?output=1", "Upgrade: h2c\r\n");
            assertThat(client.rest()).startsWith("HTTP/1.1 400 ");
          }
        });
  }

  @Test
  void survivesGarbageInSpdy() throws Exception {
    with(
        StreamLimits.within(new MemoryBudget("streams", 8 << 20)),
        (server, programs) -> {
          try (RawClient client = new RawClient(server.port())) {
            client.request("/cat?output=1", RawClient.SPDY).head();
            client.write(
                "\u0080\u0003\u0000\u0001\u0000\u0000\u0000\u00ff" + "nonsense".repeat(100));
            assertThat(ends(client)).isTrue();
            Await.until("no channel is open", () -> server.open() == 0);
          }
        });
  }

  /** 64 MB of stdin; ends only if somebody takes it. */
  private static CompletableFuture<Void> flood(RawClient client) {
    return CompletableFuture.runAsync(() -> {
      try {
        int[] message = new int[125];
        for (int i = 0; i < (64 << 20) / message.length; i++) {
          client.frame(message);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
