package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.tls.SelfSignedServer;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kubectl's libraries make of our servers, directly and with the proxy between. */
@Tag("long")
@Timeout(120)
final class GoClientTest {
  private static final AtomicReference<SslContext> TLS = new AtomicReference<>();
  private static final StreamLimits LIMITS =
      StreamLimits.within(new MemoryBudget("streams", 8 << 20));
  private final Programs programs = new Programs(LIMITS);
  private final RuntimeStreamProxy proxy = new RuntimeStreamProxy(new StreamEndpoint(LIMITS));
  private final StreamServer runtime;
  private final StreamServer passing;
  private final StreamServer secure;
  private final StreamServer secureRuntime;

  GoClientTest() throws Exception {
    runtime = new StreamServer(programs::serve);
    passing = new StreamServer(this::forward);
    secureRuntime = new StreamServer(programs::serve, TLS.get());
    secure = new StreamServer(this::forward, TLS.get());
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

  @BeforeAll
  static void build() throws Exception {
    GoClient.build();
    TLS.set(
        SslContextBuilder.forServer(SelfSignedServer.create("node").keyManagers())
            .sslProvider(SslProvider.JDK)
            .build());
  }

  @AfterEach
  void stop() throws Exception {
    awaitZero("open channels of the runtime", runtime::open);
    awaitZero("open channels over TLS", secureRuntime::open);
    awaitZero("running programs", programs::running);
    passing.close();
    secure.close();
    secureRuntime.close();
    runtime.close();
  }

  private static void awaitZero(String what, IntSupplier count) {
    Await.until(
        "no " + what,
        Duration.ofSeconds(30),
        () -> count.getAsInt() == 0,
        () -> count.getAsInt() + " are left");
  }

  /** Each protocol and each way to the process. */
  record Way(String place, List<String> flags) {
    List<String> with(String... more) {
      List<String> all = new ArrayList<>(flags);
      all.addAll(List.of(more));
      return all;
    }

    boolean closesStdin() {
      return !flags.contains("-protocols=channel.k8s.io")
          && !(flags.contains("-websocket") && flags.contains("-protocols=v4.channel.k8s.io"));
    }

    boolean resizes() {
      return flags.isEmpty()
          || (flags.contains("-websocket") && flags.size() == 1)
          || flags.stream().anyMatch(flag -> flag.matches(".*=v[34].channel.k8s.io"));
    }

    boolean tellsCodes() {
      return flags.stream().noneMatch(flag -> flag.matches(".*=(v2|v3)?\\.?channel.k8s.io"));
    }
  }

  static Stream<Way> ways() {
    return Stream.of("runtime", "passing", "secure", "secureRuntime")
        .flatMap(place ->
            Stream.of(
                    List.<String>of(),
                    List.of("-protocols=v4.channel.k8s.io"),
                    List.of("-protocols=v3.channel.k8s.io"),
                    List.of("-protocols=v2.channel.k8s.io"),
                    List.of("-protocols=channel.k8s.io"),
                    List.of("-websocket"),
                    List.of("-websocket", "-protocols=v4.channel.k8s.io"),
                    List.of("-websocket", "-protocols=channel.k8s.io"))
                .map(flags -> new Way(place, flags)));
  }

  private URI uri(Way way, String path) {
    return switch (way.place()) {
      case "runtime" -> runtime.uri(path);
      case "passing" -> passing.uri(path);
      case "secure" -> secure.uri(path);
      default -> secureRuntime.uri(path);
    };
  }

  @ParameterizedTest
  @MethodSource("ways")
  void tellsBothOutputsAndTheEnd(Way way) throws Exception {
    GoClient.Outcome outcome =
        GoClient.exec(way.flags(), uri(way, "/greet?output=1&error=1"), new byte[0]);
    assertThat(outcome.text()).isEqualTo("to stdout\n");
    assertThat(outcome.stderr()).isEqualTo("to stderr\n");
    assertThat(outcome.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void tellsExitCodesWhereTheProtocolCan(Way way) throws Exception {
    GoClient.Outcome outcome =
        GoClient.exec(way.with("-stderr=false"), uri(way, "/exit?code=42&output=1"), new byte[0]);
    if (way.tellsCodes()) {
      assertThat(outcome.code()).isEqualTo(42);
    } else if (outcome.code() != 0) {
      // The first version's client may leave before it has read the sentence.
      assertThat(outcome.stderr()).contains("non-zero exit code: 42");
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void carriesMegabytesThroughUnchanged(Way way) throws Exception {
    if (!way.closesStdin()) {
      return;
    }
    byte[] data = new byte[5 << 20];
    new Random(7).nextBytes(data);
    GoClient.Outcome outcome =
        GoClient.exec(way.with("-stdin", "-stderr=false"), uri(way, "/cat?input=1&output=1"), data);
    assertThat(outcome.stderr()).isEmpty();
    assertThat(outcome.stdout()).isEqualTo(data);
    assertThat(outcome.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void endsAProcessThatLeavesItsInputUnread(Way way) throws Exception {
    if (way.flags().contains("-protocols=channel.k8s.io")) {
      // The first version's client leaves as soon as it hears of the exit, whatever is under way.
      return;
    }
    GoClient.Outcome outcome =
        GoClient.exec(
            way.with("-stdin", "-stderr=false"),
            uri(way, "/head?input=1&output=1"),
            "x".repeat(8 << 20).getBytes(UTF_8));
    assertThat(outcome.text()).isEqualTo("x");
    if (way.tellsCodes()) {
      assertThat(outcome.code()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void tellsTheSizeOfTheTerminal(Way way) throws Exception {
    if (!way.resizes()) {
      return;
    }
    GoClient.Outcome outcome =
        GoClient.exec(
            way.with("-tty=80x24,100x30"), uri(way, "/lastSize?output=1&tty=1"), new byte[0]);
    assertThat(outcome.text()).isEqualTo("100x30\n");
    assertThat(outcome.code()).isZero();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void endsTheProcessOfAKilledClient(Way way) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("exec"));
    arguments.addAll(way.with("-stderr=false"));
    Process client = GoClient.start(arguments, uri(way, "/yes?output=1"));
    client.getInputStream().readNBytes(100_000);
    assertThat(programs.running()).isEqualTo(1);
    client.destroyForcibly().waitFor();
    awaitZero("running programs", programs::running);
  }

  static Stream<Way> forwarders() {
    return Stream.of("runtime", "passing", "secure", "secureRuntime")
        .flatMap(place ->
            Stream.of(List.<String>of(), List.of("-websocket"))
                .map(flags -> new Way(place, flags)));
  }

  @ParameterizedTest
  @MethodSource("forwarders")
  void forwardsManyConnectionsSideBySide(Way way) throws Exception {
    try (ServerSocket target = echo();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<String> arguments = new ArrayList<>(List.of("forward"));
      arguments.addAll(way.flags());
      Process client =
          GoClient.start(arguments, uri(way, "/portForward"), ":" + target.getLocalPort());
      try {
        int port = localPort(client);
        List<Future<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
          int seed = i;
          calls.add(callers.submit(() -> comesBack(port, seed)));
        }
        for (Future<Boolean> call : calls) {
          assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
        }
      } finally {
        client.destroyForcibly().waitFor();
      }
    }
  }

  private static int localPort(Process client) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
    String line = lines.readLine();
    assertThat(line).startsWith("Forwarding from 127.0.0.1:");
    return Integer.parseInt(line.replaceAll(".*127\\.0\\.0\\.1:(\\d+) .*", "$1"));
  }

  private static boolean comesBack(int port, int seed) throws Exception {
    byte[] data = new byte[300_000];
    new Random(seed).nextBytes(data);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(50_000);
      socket.getOutputStream().write(data);
      socket.shutdownOutput();
      return Arrays.equals(socket.getInputStream().readAllBytes(), data);
    }
  }

  /** Reads until the end, and only then sends it all back. */
  private static ServerSocket echo() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          while (!listener.isClosed()) {
            try {
              Socket socket = listener.accept();
              Thread.ofVirtual().start(() -> answer(socket));
            } catch (IOException e) {
              return;
            }
          }
        });
    return listener;
  }

  private static void answer(Socket socket) {
    try (socket) {
      socket.getOutputStream().write(socket.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
