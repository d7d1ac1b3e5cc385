package dev.jubelet.nodeserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.stream.CommandEnd;
import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.ProcessStreams;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.contract.ContractConfigs;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that the runtime serves in this process: clients of the node's port get to them. */
@Timeout(60)
final class StreamHandOverTest {
  private static final Instant NOW = Instant.parse("2025-11-15T12:00:00Z");
  private static final String EXEC =
      "/exec/default/web/web?command=cat&command=-u&input=1&output=1";
  private static final int CLOSE = 0x88;

  private final FakeRuntime runtime = new FakeRuntime(() -> NOW);
  private final SecureBench bench = new SecureBench(SecureBench.Options.standard());
  private final CompletableFuture<List<String>> asked = new CompletableFuture<>();
  private final CompletableFuture<StreamOptions> options = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  @BeforeEach
  void runWeb() {
    bench.reviewer.token("good", "ann").grant("ann", "*");
    ContainerRuntime calls = runtime.runtime();
    runtime.image("nginx");
    SandboxConfig config = ContractConfigs.sandbox("web", new PodUid("u1"), 0, false, "/logs", "");
    ContainerId container =
        calls
            .containers()
            .create(
                calls.sandboxes().run(config, ""),
                ContractConfigs.container("web", 0, "nginx", List.of("sleep", "1000"), config),
                config);
    calls.containers().start(container);
    bench.runtime.set(Optional.of(AnsweredStreams.in(calls, this::session)));
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private StreamTarget session(String verb, List<String> words, StreamOptions wanted) {
    asked.complete(words);
    options.complete(wanted);
    return verb.equals("portforward")
        ? new StreamSession.Ports(List.of(8080), "sandbox s1", StreamHandOverTest::echo)
        : new StreamSession.Command(wanted, this::cat);
  }

  private CommandEnd cat(ProcessStreams streams) throws IOException {
    try {
      streams.stdin().transferTo(streams.stdout());
      return new CommandEnd.Exited(7);
    } finally {
      ended.countDown();
    }
  }

  private static void echo(int port, Flow client) throws IOException {
    client.output().write((port + ":").getBytes(UTF_8));
    client.output().write(client.input().readNBytes(5));
  }

  private SSLSocket upgrade(String path, String headers) throws Exception {
    SSLSocket client = bench.connect(null);
    client
        .getOutputStream()
        .write(
            ("GET "
                    + path
                    + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nAuthorization: Bearer good\r\n"
                    + headers
                    + "\r\n")
                .getBytes(UTF_8));
    client.getOutputStream().flush();
    return client;
  }

  private SSLSocket webSocket(String path, String protocol) throws Exception {
    return upgrade(
        path,
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: "
            + protocol
            + "\r\n");
  }

  private static String readHead(DataInputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  /** A binary message with an empty mask. */
  private static void send(OutputStream out, int channel, byte[] data) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    int length = data.length + 1;
    frame.write(0x82);
    if (length < 126) {
      frame.write(0x80 | length);
    } else {
      frame.write(0x80 | 126);
      frame.write(length >> 8);
      frame.write(length);
    }
    frame.write(new byte[4]);
    frame.write(channel);
    frame.write(data);
    out.write(frame.toByteArray());
    out.flush();
  }

  /** Everything until the server says goodbye, by channel. */
  private static Map<Integer, ByteArrayOutputStream> readAll(DataInputStream in)
      throws IOException {
    Map<Integer, ByteArrayOutputStream> channels = new TreeMap<>();
    while (true) {
      int kind = in.readUnsignedByte();
      int length = in.readUnsignedByte();
      length = length == 126 ? in.readUnsignedShort() : length;
      byte[] message = in.readNBytes(length == 127 ? Math.toIntExact(in.readLong()) : length);
      if (kind == CLOSE) {
        return channels;
      }
      channels
          .computeIfAbsent((int) message[0], each -> new ByteArrayOutputStream())
          .write(message, 1, message.length - 1);
    }
  }

  private static ByteArrayOutputStream channel(
      Map<Integer, ByteArrayOutputStream> said, int number) {
    return Objects.requireNonNull(said.get(number), () -> "nothing on channel " + number);
  }

  @Test
  void executesWithWebSocketChannels() throws Exception {
    byte[] data = new byte[300_000];
    new Random(7).nextBytes(data);
    try (SSLSocket client = webSocket(EXEC, "v5.channel.k8s.io")) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      assertThat(readHead(in)).startsWith("HTTP/1.1 101 ").contains("v5.channel.k8s.io");
      Thread typing =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int at = 0; at < data.length; at += 30_000) {
                    send(client.getOutputStream(), 0, Arrays.copyOfRange(data, at, at + 30_000));
                  }
                  // Half a close: the end of stdin only.
                  send(client.getOutputStream(), 255, new byte[] {0});
                } catch (IOException cut) {
                  throw new UncheckedIOException(cut);
                }
              });
      Map<Integer, ByteArrayOutputStream> said = readAll(in);
      typing.join();
      assertThat(channel(said, 1).toByteArray()).isEqualTo(data);
      assertThat(channel(said, 3))
          .hasToString(
              "{\"metadata\":{},\"status\":\"Failure\","
                  + "\"message\":\"command terminated with non-zero exit code: 7\","
                  + "\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":"
                  + "[{\"reason\":\"ExitCode\",\"message\":\"7\"}]}}");
    }
    assertThat(asked.get()).containsExactly("cat", "-u");
    assertThat(options.get()).isEqualTo(new StreamOptions(true, true, false, false));
  }

  @Test
  void agreesOnSpdy() throws Exception {
    try (SSLSocket client =
        upgrade(EXEC, "Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\n")) {
      String head = readHead(new DataInputStream(client.getInputStream()));
      assertThat(head)
          .startsWith("HTTP/1.1 101 ")
          .containsIgnoringCase("X-Stream-Protocol-Version: v4.channel.k8s.io");
    }
    try (SSLSocket client =
        upgrade(EXEC, "Upgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v9.channel.k8s.io\r\n")) {
      assertThat(readHead(new DataInputStream(client.getInputStream())))
          .startsWith("HTTP/1.1 403 ");
    }
  }

  @Test
  void endsTheProcessOfAClientThatLeaves() throws Exception {
    try (SSLSocket client = webSocket(EXEC, "v4.channel.k8s.io")) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      assertThat(readHead(in)).startsWith("HTTP/1.1 101 ");
      send(client.getOutputStream(), 0, "half".getBytes(UTF_8));
    }
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void forwardsPorts() throws Exception {
    try (SSLSocket client = webSocket("/portForward/default/web?port=8080", "v4.channel.k8s.io")) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      assertThat(readHead(in)).startsWith("HTTP/1.1 101 ");
      send(client.getOutputStream(), 0, "hello".getBytes(UTF_8));
      Map<Integer, ByteArrayOutputStream> said = readAll(in);
      // Every channel begins with its port.
      assertThat(channel(said, 0).toString(UTF_8).substring(2)).isEqualTo("8080:hello");
    }
    assertThat(asked.get()).containsExactly("8080");
  }

  @Test
  void lettingInComesFirst() throws Exception {
    SecureBench.Answer answer =
        bench.ask(
            null,
            "GET "
                + EXEC
                + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: SPDY/3.1\r\n\r\n");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(asked).isNotDone();
  }
}
