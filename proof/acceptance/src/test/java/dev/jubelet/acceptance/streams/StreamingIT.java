package dev.jubelet.acceptance.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** kubectl's libraries through the proxy to the streaming server of a real containerd. */
@Timeout(300)
@ParameterizedClass
@MethodSource("dev.jubelet.acceptance.TestRuntime#containerds")
final class StreamingIT {
  private static final int SIZE = 100 << 20;
  private static final String SPDY = "-websocket=false";
  private static final String WEBSOCKET = "-websocket=true";

  private final RealNode node;
  private final CriRuntime cri;
  private final SandboxId sandbox;
  private final ContainerId container;
  private final Process door;
  private final BufferedReader doorSays;
  private final String place;

  StreamingIT(TestRuntime runtime) throws IOException {
    node = RealParts.node(runtime);
    boolean complete = false;
    try {
      cri =
          CriRuntime.connect(
              node.runtime().endpoint(),
              CriSettings.DEFAULT,
              new MemoryBudget("answers of the runtime", 32 << 20));
      container = new ContainerId(startContainer());
      sandbox = new SandboxId(node.crictl().sandboxes().getFirst().at("id").text());
      door = startDoor();
      doorSays = door.inputReader(UTF_8);
      place = "http://127.0.0.1:" + doorSays.readLine();
      complete = true;
    } finally {
      if (!complete) {
        node.crictl().removeAll();
        node.close();
      }
    }
  }

  private Process startDoor() throws IOException {
    return new ProcessBuilder(
            node.namespace()
                .enter(
                    List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StreamDoor.class.getName())))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @BeforeAll
  static void buildClient() throws IOException, InterruptedException {
    Path source = Parts.repository().resolve("proof/acceptance/src/test/go/streamclient");
    try {
      Process go =
          new ProcessBuilder("go", "build", "-o", client().toString(), ".")
              .directory(source.toFile())
              .redirectErrorStream(true)
              .start();
      String words = new String(go.getInputStream().readAllBytes(), UTF_8);
      if (go.waitFor() != 0) {
        RealParts.missing("the client cannot be built here: " + words);
      }
    } catch (IOException e) {
      RealParts.missing("there is no Go here");
    }
  }

  private static Path client() {
    return Parts.repository().resolve("proof/acceptance/target/streamclient");
  }

  @AfterEach
  void stop() throws Exception {
    door.getOutputStream().close();
    door.waitFor(10, TimeUnit.SECONDS);
    cri.close();
    node.crictl().removeAll();
    node.close();
  }

  private String startContainer() throws IOException {
    Path pod = node.directory().resolve("pod.json");
    Files.writeString(
        pod,
        """
        {"metadata": {"name": "streams", "namespace": "default", "uid": "streams", "attempt": 0},
         "log_directory": "%s", "linux": {"cgroup_parent": "/%s"}}
        """
            .formatted(node.logs(), node.cgroupRoot()));
    Path main = node.directory().resolve("main.json");
    Files.writeString(
        main,
        """
        {"metadata": {"name": "main"}, "image": {"image": "%s"}, "log_path": "main.log",
         "command": ["/bin/sh", "-c", "nc -ll -p 8080 -e cat & while sleep 0.1; do echo tick; done"], "linux": {}}
        """
            .formatted(LocalImages.BUSYBOX));
    return node.crictl().run("run", "--no-pull", main.toString(), pod.toString()).strip();
  }

  private ContainerStreams streams() {
    return cri.runtime().streams();
  }

  private StreamTarget exec(StreamOptions options, String... command) {
    return streams().exec(container, List.of(command), options);
  }

  private String through(StreamTarget runtime, String query) {
    String address = ((StreamTarget.Url) runtime).address().toString();
    return place + query + "&runtime=" + URLEncoder.encode(address, UTF_8);
  }

  private ProcessBuilder run(List<String> flags, String target, String... more) {
    List<String> words = new ArrayList<>(List.of(client().toString()));
    words.addAll(flags);
    words.add(target);
    words.addAll(List.of(more));
    return new ProcessBuilder(node.namespace().enter(words))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private Path noise() throws IOException {
    Path file = node.directory().resolve("noise");
    byte[] data = new byte[SIZE];
    new Random(11).nextBytes(data);
    Files.write(file, data);
    return file;
  }

  private void assertNoSessionIsLeft() throws Exception {
    Await.until(
        "no session is left",
        () -> {
          door.getOutputStream().write('\n');
          door.getOutputStream().flush();
          return doorSays.readLine().equals("0");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {SPDY, WEBSOCKET})
  void everythingStreamedIsAsItWas(String protocol) throws Exception {
    copiesAHundredMegabytes(protocol);
    tellsExitCodes(protocol);
    hasATerminal(protocol);
    forwardsAPort(protocol);
    attaches(protocol);
    assertNoSessionIsLeft();
  }

  private void copiesAHundredMegabytes(String protocol) throws Exception {
    Path noise = noise();
    Path copy = node.directory().resolve("copy");
    String target =
        through(exec(new StreamOptions(true, true, false, false), "cat"), "/exec?input=1&output=1");
    Process client =
        run(List.of("exec", protocol, "-stdin", "-stderr=false"), target)
            .redirectInput(noise.toFile())
            .redirectOutput(copy.toFile())
            .start();
    assertThat(client.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(client.exitValue()).isZero();
    assertThat(Files.mismatch(noise, copy)).as("first byte that differs").isEqualTo(-1);
    Files.delete(copy);
  }

  private void tellsExitCodes(String protocol) throws Exception {
    String target =
        through(
            exec(new StreamOptions(false, true, true, false), "sh", "-c", "echo x; exit 42"),
            "/exec?output=1&error=1");
    Process client = run(List.of("exec", protocol), target).start();
    assertThat(new String(client.getInputStream().readAllBytes(), UTF_8)).isEqualTo("x\n");
    assertThat(client.waitFor()).isEqualTo(42);
  }

  private void hasATerminal(String protocol) throws Exception {
    String script = "until stty size 2>&1 | grep -q '^30 100$'; do sleep 0.1; done; echo resized";
    String target =
        through(
            exec(new StreamOptions(false, true, false, true), "sh", "-c", script),
            "/exec?output=1&tty=1");
    Process client = run(List.of("exec", protocol, "-tty=80x24,100x30"), target).start();
    assertThat(new String(client.getInputStream().readAllBytes(), UTF_8)).isEqualTo("resized\r\n");
    assertThat(client.waitFor()).isZero();
  }

  private void forwardsAPort(String protocol) throws Exception {
    String target = through(streams().portForward(sandbox, List.of()), "/portForward?x=1");
    Process client = run(List.of("forward", protocol), target, ":8080").start();
    try {
      String line = client.inputReader(UTF_8).readLine();
      assertThat(line).startsWith("Forwarding from 127.0.0.1:");
      String port = line.replaceAll(".*127\\.0\\.0\\.1:(\\d+) .*", "$1");
      Tool caller =
          new Tool(
              node.namespace()
                  .enter(
                      List.of(
                          "bash",
                          "-c",
                          "exec 3<>/dev/tcp/127.0.0.1/$0; echo hello >&3; head -n 1 <&3",
                          port)),
              Duration.ofSeconds(20));
      for (int i = 0; i < 5; i++) {
        assertThat(caller.run()).isEqualTo("hello\n");
      }
    } finally {
      client.destroyForcibly().waitFor();
    }
  }

  private void attaches(String protocol) throws Exception {
    String target =
        through(
            streams().attach(container, new StreamOptions(false, true, true, false)),
            "/attach?output=1&error=1");
    Process client = run(List.of("exec", protocol), target).start();
    assertThat(client.inputReader(UTF_8).readLine()).isEqualTo("tick");
    client.destroyForcibly().waitFor();
  }
}
