package dev.jubelet.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import dev.jubelet.testkit.Await;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that vanish in every phase leave nothing behind: no connection, process or thread. */
@Timeout(180)
final class KilledSessionsTest {
  private static final int SESSIONS = 500;
  private static final String V5 = RawClient.webSocket("v5.channel.k8s.io");
  private static final String V4 = RawClient.webSocket("v4.channel.k8s.io");

  private final Programs programs =
      new Programs(StreamLimits.within(new MemoryBudget("streams", 8 << 20)));
  private final StreamEndpoint endpoint =
      new StreamEndpoint(StreamLimits.within(new MemoryBudget("streams", 8 << 20)));
  private final RuntimeStreamProxy proxy = new RuntimeStreamProxy(endpoint);
  private final StreamServer runtime;
  private final StreamServer passing;

  @TempDir private Path directory = Path.of(".");

  KilledSessionsTest() throws InterruptedException {
    runtime = new StreamServer(programs::serve);
    passing = new StreamServer(this::forward);
  }

  private void forward(Channel client, HttpRequest request) {
    QueryStringDecoder query = new QueryStringDecoder(request.uri());
    if (query.path().startsWith("/portForward")) {
      proxy.ports(client, request, runtime.uri(request.uri()));
    } else {
      proxy.command(
          client, request, runtime.uri(request.uri()), StreamUpgrade.options(query.parameters()));
    }
  }

  @AfterEach
  void stop() {
    passing.close();
    runtime.close();
  }

  /** Comes so far, and no further. */
  private interface Phase {
    void reach(RawClient client) throws IOException;
  }

  private static final List<Phase> PHASES =
      List.of(
          client -> {},
          client -> client.write("GET /cat?input=1&output=1 HT"),
          client -> client.request("/cat?input=1&output=1", RawClient.SPDY),
          client -> client.request("/cat?input=1&output=1", RawClient.SPDY).head(),
          client -> client.request("/cat?input=1&output=1", V5),
          client -> client.request("/cat?input=1&output=1", V5).head(),
          client -> client.request("/cat?input=1&output=1", V4).head(),
          client -> {
            client.request("/cat?input=1&output=1", V5).head();
            client.frame(0, 'h', 'a', 'l', 'f');
          },
          client -> {
            client.request("/yes?output=1", V5).head();
            client.socket.getInputStream().readNBytes(1 << 16);
          },
          client -> {
            client.request("/yes?output=1", V4).head();
            client.socket.getInputStream().readNBytes(1 << 16);
          },
          client -> client.request("/deaf?input=1&output=1", V5).head(),
          client -> client.request("/deaf?input=1&output=1", V4).head(),
          client -> {
            client.request("/sizes?output=1&tty=1", V5).head();
            client.frame(4, '{', '"', 'W');
          },
          client -> client.request("/portForward", RawClient.TUNNEL),
          client -> client.request("/portForward", RawClient.TUNNEL).head(),
          client -> client.request("/exit?code=1&output=1", V5).head(),
          client -> {
            client.request("/exit?code=1&output=1", V5).head();
            client.socket.getInputStream().readNBytes(10);
          });

  @Test
  @Tag("long")
  void leavesNothingBehind() throws Exception {
    round(50);
    int threads = Thread.getAllStackTraces().size();
    round(SESSIONS);
    assertThat(Thread.getAllStackTraces().size())
        .as("platform threads")
        .isLessThanOrEqualTo(threads + 2);
  }

  private void round(int sessions) throws Exception {
    List<StreamServer> places = List.of(runtime, passing);
    for (int i = 0; i < sessions; i++) {
      StreamServer place = i % 3 == 0 ? runtime : passing;
      try (RawClient client = new RawClient(place.port())) {
        PHASES.get(i % PHASES.size()).reach(client);
        if (i % 2 == 0) {
          client.kill();
        }
      }
    }
    for (StreamServer place : places) {
      awaitZero("open channels", place::open);
    }
    awaitZero("running programs", programs::running);
    awaitZero("sessions", endpoint::sessions);
    awaitZero("virtual threads", this::ourThreads);
  }

  private static void awaitZero(String what, IntSupplier count) {
    Await.until(
        "no " + what,
        Duration.ofSeconds(30),
        () -> count.getAsInt() == 0,
        () -> count.getAsInt() + " are left");
  }

  private int ourThreads() {
    try {
      Path dump = directory.resolve("threads-" + System.nanoTime() + ".json");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toAbsolutePath().toString(), ThreadDumpFormat.JSON);
      String text = Files.readString(dump);
      Files.delete(dump);
      int count = 0;
      for (String name :
          List.of("command", "resize", "stdin", "stdout", "stderr", "port-forward")) {
        count += text.split("\"name\": \"" + name + "\"", -1).length - 1;
      }
      return count;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
