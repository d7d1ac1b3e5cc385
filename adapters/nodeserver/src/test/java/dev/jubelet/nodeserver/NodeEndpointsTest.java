package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ResourceUsage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerRuntimeBuilder;
import dev.jubelet.ports.runtime.RuntimeStats;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.contract.ContractConfigs;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NodeEndpointsTest {
  private static final Instant NOW = Instant.parse("2025-11-15T12:00:00Z");
  private static final String UPGRADE = "Connection: Upgrade, close\r\nUpgrade: SPDY/3.1\r\n";

  @TempDir Path folder = Path.of("/");
  private final FakeRuntime runtime = new FakeRuntime(() -> NOW);
  private SecureBench bench = new SecureBench(SecureBench.Options.standard());

  @BeforeEach
  void start() throws Exception {
    bench.close();
    Files.createDirectories(folder.resolve("log/app"));
    bench = bench(ServedNode.Switches.DEFAULTS);
  }

  private SecureBench bench(ServedNode.Switches switches) {
    SecureBench made =
        new SecureBench(
            SecureBench.Options.standard()
                .with(new ServedNode.Places(folder, folder, folder.resolve("log")))
                .with(switches));
    made.reviewer.token("good", "ann").grant("ann", "*");
    return made;
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  private void runWeb() {
    ContainerRuntime calls = runtime.runtime();
    runtime.image("nginx");
    SandboxConfig config =
        ContractConfigs.sandbox("web", new PodUid("u1"), 0, false, folder.toString(), "");
    SandboxId sandbox = calls.sandboxes().run(config, "");
    ContainerId container =
        calls
            .containers()
            .create(
                sandbox,
                ContractConfigs.container("web", 0, "nginx", List.of("sleep", "1000"), config),
                config);
    calls.containers().start(container);
    bench.runtime.set(Optional.of(calls));
  }

  @Test
  void showsWhatTheRuntimeRuns() throws Exception {
    runWeb();

    assertThat(get("/runningpods/").body())
        .startsWith("{\"apiVersion\":\"v1\",\"kind\":\"PodList\"")
        .contains("\"uid\":\"u1\"", "\"containers\":[{\"name\":\"web\",\"image\":\"nginx\"}]");
  }

  @Test
  void sumsUpUsage() throws Exception {
    runWeb();

    assertThat(get("/stats/summary").body())
        .contains("\"nodeName\":\"worker-1\"", "\"usageCoreNanoSeconds\":", "\"availableBytes\":")
        .contains("\"podRef\":{\"name\":\"web", "\"workingSetBytes\":1048576");
    assertThat(get("/metrics/resource").body().lines())
        .contains(
            "# TYPE container_cpu_usage_seconds_total counter",
            "container_memory_working_set_bytes{container=\"web\",namespace=\"default\",pod=\"web\"}"
                + " 1048576 "
                + NOW.toEpochMilli(),
            "resource_scrape_error 0")
        .anyMatch(line -> line.startsWith("node_cpu_usage_seconds_total "))
        .anyMatch(line -> line.startsWith("pod_memory_working_set_bytes{namespace=\"default\""));
    assertThat(get("/metrics/cadvisor").body())
        .contains("machine_cpu_cores ", "container_memory_usage_bytes{container=\"web\",id=\"\"");
    assertThat(get("/metrics").body())
        .contains(
            "kubelet_http_requests_total{long_running=\"false\",method=\"GET\",path=\"metrics/resource\"");
  }

  @Test
  void saysWhenTheRuntimeCouldNotBeAsked() throws Exception {
    assertThat(get("/metrics/resource").body()).contains("resource_scrape_error 1\n");
    assertThat(get("/stats/summary").status()).isEqualTo(500);
    runWeb();
    runtime.setAvailable(false);
    assertThat(get("/metrics/resource").body()).contains("resource_scrape_error 1\n");
    assertThat(get("/stats/summary").status()).isEqualTo(500);
    assertThat(get("/runningpods").status()).isEqualTo(500);
    assertThat(get("/metrics/cadvisor").status()).isEqualTo(200);
  }

  @Test
  void refusesStreamsInTheWordsOfTheKubelet() throws Exception {
    runWeb();

    assertThat(get("/exec/default/web/web?command=id").body())
        .isEqualTo("you must specify at least 1 of stdin, stdout, stderr");
    assertThat(get("/exec/default/none/web?command=id&output=1").body())
        .isEqualTo("pod does not exist");
    assertThat(get("/exec/default/web/wrong-uid/web?command=id&output=1").status()).isEqualTo(404);
    SecureBench.Answer plain = get("/exec/default/web/web?command=id&output=1");
    assertThat(plain.status()).isEqualTo(500);
    assertThat(plain.body()).isEqualTo("Upgrade request required\n");
    assertThat(upgrade("/exec/default/web/none?command=id&output=1").body())
        .isEqualTo("container not found (\"none\")");
    assertThat(upgrade("/attach/default/web/none?output=1").body())
        .isEqualTo("container none not found in pod web_default");
  }

  @Test
  void handsStreamsOverToTheProxy() throws Exception {
    runWeb();

    // Nobody listens at the fake runtime's address, and it is the proxy that says so.
    for (String path :
        List.of(
            "/exec/default/web/web?command=id&output=1",
            "/attach/default/web/web?output=1",
            "/portForward/default/web")) {
      SecureBench.Answer answer = upgrade(path);
      assertThat(answer.status()).as(path).isEqualTo(500);
      assertThat(answer.head()).as(path).containsIgnoringCase("connection: close");
    }
    Await.until("nobody is connected", () -> bench.connected() == 0);
  }

  @Test
  void connectsAClientWithTheRuntimeByteByByte() throws Exception {
    runWeb();
    try (ServerSocket listener = new ServerSocket(0, 1, SecureBench.LOOPBACK)) {
      String address = "http://127.0.0.1:" + listener.getLocalPort();
      bench.runtime.set(
          Optional.of(
              AnsweredStreams.in(
                  runtime.runtime(),
                  (verb, command, options) ->
                      new StreamTarget.Url(URI.create(address + "/" + verb + "/token")))));
      Thread echo = Thread.ofVirtual().start(() -> echoOnce(listener));
      try (SSLSocket client = bench.connect(null)) {
        client
            .getOutputStream()
            .write(
                ("POST /exec/default/web/web?command=cat&input=1 HTTP/1.1\r\nHost: x\r\n"
                        + "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\n"
                        + "Authorization: Bearer good\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
        client.getOutputStream().flush();
        String head = readHead(client.getInputStream());
        assertThat(head).startsWith("HTTP/1.1 101 ");
        byte[] sent = new byte[300_000];
        new Random(7).nextBytes(sent);
        Thread writer =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    client.getOutputStream().write(sent);
                    client.getOutputStream().flush();
                  } catch (IOException cut) {
                    throw new UncheckedIOException(cut);
                  }
                });
        assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
        writer.join();
      }
      echo.join();
    }
    Await.until("nobody is connected", () -> bench.connected() == 0);
  }

  /** A runtime's streaming server that agrees to the upgrade and then repeats what it hears. */
  private static void echoOnce(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      String head = readHead(socket.getInputStream());
      assertThat(head).startsWith("POST /exec/token").doesNotContain("Bearer");
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n"
                  .getBytes(StandardCharsets.UTF_8));
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException cut) {
      throw new UncheckedIOException(cut);
    }
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).as("after " + head).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }

  @Test
  void runsACommandAndAnswersWhatItWrote() throws Exception {
    runWeb();

    SecureBench.Answer answer = post("/run/default/web/web?cmd=echo%20hello");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("hello");
    assertThat(post("/run/default/web/none?cmd=id").body())
        .isEqualTo("container not found (\"none\")");
  }

  @Test
  void checkpointsOnlyWhatRunsHere() throws Exception {
    runWeb();

    SecureBench.Answer answer = post("/checkpoint/default/web/web");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .startsWith("{\"items\":[\"" + folder + "/checkpoints/checkpoint-web_default-web-");
    assertThat(post("/checkpoint/default/web/none").body())
        .isEqualTo("container none does not exist");
    assertThat(post("/checkpoint/default/none/web").body()).isEqualTo("pod does not exist");
    assertThat(post("/checkpoint/default/web/web?timeout=x").status()).isEqualTo(404);
    bench.close();
    bench = bench(new ServedNode.Switches(true, true, false, false, false));
    assertThat(post("/checkpoint/default/web/web").status()).isEqualTo(404);
  }

  @Test
  void keepsSoManyCheckpointsAndNoMore() throws Exception {
    runWeb();
    Path kept = Files.createDirectory(folder.resolve("checkpoints"));
    for (int i = 0; i < 32; i++) {
      Files.createFile(kept.resolve("checkpoint-" + i + ".tar"));
    }

    SecureBench.Answer answer = post("/checkpoint/default/web/web");

    assertThat(answer.status()).isEqualTo(507);
    assertThat(answer.body()).contains(kept + " has 32 files", "remove some");
    Files.delete(kept.resolve("checkpoint-0.tar"));
    assertThat(post("/checkpoint/default/web/web").status()).isEqualTo(200);
  }

  @Test
  void sumsUpContainersWhereTheRuntimeDoesNotCountWholePods() throws Exception {
    runWeb();
    ContainerRuntime whole = runtime.runtime();
    RuntimeStats stats = whole.stats();
    bench.runtime.set(
        Optional.of(
            ContainerRuntimeBuilder.builder(whole)
                .stats(
                    new RuntimeStats() {
                      @Override
                      public List<ResourceUsage> containers(@Nullable PodUid uid) {
                        return stats.containers(uid);
                      }

                      @Override
                      public List<ResourceUsage> sandboxes(@Nullable PodUid uid) {
                        throw new OutsideFailure(
                            FailureKind.UNIMPLEMENTED, "no ListPodSandboxStats");
                      }
                    })
                .build()));

    SecureBench.Answer answer = get("/stats/summary");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("\"podRef\":{\"name\":\"web", "\"workingSetBytes\":1048576");
    assertThat(get("/metrics/resource").body())
        .contains("container_memory_working_set_bytes{container=\"web\"", "scrape_error 0\n");
  }

  @Test
  void showsNodeLogsAndFollowsNoLink() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Path log = folder.resolve("log");
    Files.writeString(log.resolve("app/<x>.log"), "line\n");
    Files.createSymbolicLink(log.resolve("link"), secret);
    Files.createSymbolicLink(log.resolve("out"), folder);
    Files.createSymbolicLink(log.resolve("app/up"), Path.of(".."));
    new ProcessBuilder("mkfifo", log.resolve("pipe").toString()).start().waitFor();

    assertThat(get("/logs/").body())
        .contains("<a href=\"app/\">app/</a>\n", "<a href=\"link\">link</a>\n");
    assertThat(get("/logs/app/").body()).contains("<a href=\"%3Cx%3E.log\">&lt;x&gt;.log</a>");
    assertThat(get("/logs/app/%3Cx%3E.log").body()).contains("line\n");
    assertThat(get("/logs").head()).contains(" 301 ").containsIgnoringCase("location: /logs/");
    for (String path :
        List.of(
            "link", "out/", "out/secret", "app/up/", "app/up/link", "pipe", "none", "app/x/y")) {
      assertThat(get("/logs/" + path).status()).as(path).isEqualTo(404);
    }
  }

  @Test
  void answersQueriesForServicesOnlyWhereEnabled() throws Exception {
    Files.writeString(folder.resolve("log/app/app.log"), "of the app\n");
    assertThat(get("/logs/?query=app").body()).contains("<pre>");
    bench.close();
    bench = bench(new ServedNode.Switches(true, true, true, true, false));

    assertThat(get("/logs/?query=/app/app.log").body()).contains("of the app\n");
    assertThat(get("/logs/?query=app").body()).contains("of the app\n");
    assertThat(get("/logs/?query=none-such").body()).contains("log not found for none-such\n");
    assertThat(get("/logs/?query=app&tailLines=1").body())
        .contains("try without specifying options");
    assertThat(get("/logs/app/app.log?query=app").status()).isEqualTo(406);
    assertThat(get("/logs/?query=/../secret").status()).isEqualTo(404);
    assertThat(get("/logs/?query=a;b").status()).isEqualTo(406);
    assertThat(get("/logs/?query=--file=x").status()).isEqualTo(406);
    assertThat(get("/logs/?query=a&query=b&query=c&query=d&query=e").status()).isEqualTo(406);
    assertThat(get("/logs/?query=app&query=/x").status()).isEqualTo(406);
    assertThat(get("/logs/?tailLines=1").status()).isEqualTo(406);
    assertThat(get("/logs/?query=app&boot=1").status()).isEqualTo(406);
    assertThat(get("/logs/?query=app&pattern=(").status()).isEqualTo(406);
    assertThat(get("/logs/?query=%20").status()).isEqualTo(400);
    assertThat(get("/logs/?query=app&sinceTime=x").body())
        .isEqualTo("sinceTime: Invalid value: \"x\": invalid time format\n");
  }

  @Test
  void disablesWhatTheOperatorDisabled() throws Exception {
    bench.close();
    bench = bench(new ServedNode.Switches(false, true, false, true, false));
    for (String path : List.of("/run/", "/exec/a/b/c", "/logs/", "/containerLogs/a/b/c")) {
      assertThat(get(path).status()).as(path).isEqualTo(405);
      assertThat(get(path).body()).isEqualTo("Debug endpoints are disabled.\n");
    }
    assertThat(get("/pods").status()).isEqualTo(200);
    assertThat(get("/configz").status()).isEqualTo(404);
    bench.close();
    bench = bench(new ServedNode.Switches(true, false, false, true, false));
    assertThat(get("/logs/x").body()).isEqualTo("logs endpoint is disabled.\n");
  }

  @Test
  void answersHealthAsKubernetesComponentsDo() throws Exception {
    assertThat(get("/healthz").body()).isEqualTo("ok");
    assertThat(get("/healthz?verbose").body())
        .isEqualTo("[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n");
    assertThat(get("/healthz?verbose&exclude=log&exclude=x").body())
        .isEqualTo(
            "[+]ping ok\n[+]log excluded: ok\n[+]syncloop ok\n"
                + "warn: some health checks cannot be excluded: no matches for \"x\"\n"
                + "healthz check passed\n");
  }

  private SecureBench.Answer get(String path) throws Exception {
    return bench.ask(null, "good", "GET", path);
  }

  private SecureBench.Answer post(String path) throws Exception {
    return bench.ask(null, "good", "POST", path);
  }

  private SecureBench.Answer upgrade(String path) throws Exception {
    return bench.ask(
        null,
        "POST "
            + path
            + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n"
            + UPGRADE
            + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n");
  }
}
