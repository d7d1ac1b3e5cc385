package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.Sizes;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many streams at once and large ones: every byte arrives, and nothing stays. */
final class ExecStormIT {
  private static final int COMMANDS = Sizes.of("execs", 200, 500);
  private static final int TOGETHER = 100;
  private static final int MEBIBYTES = 100;
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SETTLE = Duration.ofMinutes(2);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void everyByteArrivesAndNothingStays(KubeletKind kind) throws Exception {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.EMBEDDED.choice());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply(TourPods.web());
      kubectl.run("wait", "--for=condition=Ready", "pod/web", "--timeout=150s");
      Await.until(
          "the pod has come to rest",
          SETTLE,
          // By the end of a line: the shell's own line has the words too, from its first moment.
          () ->
              kubectl
                  .run("exec", "web", "-c", "side", "--", "ps")
                  .lines()
                  .anyMatch(line -> line.endsWith(" sleep 3600")));
      Ledger before = node.parts().survey().take();
      int threads = threads(node);
      int connections = connections(node).size();
      storm(kubectl);
      storm(kubectl.withSpdy());
      Path file = randomFile(cluster.directory().resolve("large"));
      String sum = sum(file);
      large(cluster, kubectl, file, sum, 18090);
      large(cluster, kubectl.withSpdy(), file, sum, 18091);
      Await.until(
          "no more connections than before the storm, but for a pool's",
          SETTLE,
          () -> connections(node).size() <= connections + 3,
          () -> connections(node) + ", before " + connections);
      Await.until(
          "no more threads than before the storm, but for a pool's",
          SETTLE,
          () -> threads(node) <= threads + 20,
          () -> threads(node) + " threads, before " + threads);
      node.parts().waitForEqual(before, SETTLE);
    }
  }

  /** Half as many commands: the other half comes over the other protocol. */
  private static void storm(Kubectl kubectl) throws Exception {
    List<Future<String>> answers = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(TOGETHER)) {
      for (int i = 0; i < COMMANDS / 2; i++) {
        String words = "command " + i + " says " + "x".repeat(i % 97) + "\n";
        String last = "end " + i + "\n";
        expected.add(words + last);
        answers.add(workers.submit(() -> talk(kubectl, words, "cat; echo -n '" + last + "'")));
      }
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo(expected.get(i));
      }
    }
  }

  /** The input ends once it was repeated: with it some runtimes lose what came just before. */
  private static String talk(Kubectl kubectl, String words, String script) {
    try (KubectlRun run = kubectl.start("exec", "-i", "web", "--", "sh", "-c", script)) {
      run.type(words);
      run.awaitOut(words, LONG);
      run.closeInput();
      Tool.Result result = run.end(LONG);
      assertThat(result.exit()).as(result.err()).isZero();
      return result.out();
    }
  }

  private static void large(RealCluster cluster, Kubectl kubectl, Path file, String sum, int port)
      throws Exception {
    kubectl.tool("cp", file.toString(), "web:/www/large", "-c", "main").within(LONG).run();
    assertThat(kubectl.run("exec", "web", "--", "sha256sum", "/www/large")).startsWith(sum);
    Path back = cluster.directory().resolve("back");
    kubectl.tool("cp", "web:/www/large", back.toString(), "-c", "main").within(LONG).run();
    assertThat(sum(back)).isEqualTo(sum);
    Files.delete(back);
    try (KubectlRun forward = kubectl.start("port-forward", "pod/web", port + ":8080")) {
      forward.awaitOut("Forwarding from 127.0.0.1:" + port, Duration.ofSeconds(30));
      download(cluster.namespace(), port, back, forward);
      assertThat(sum(back)).as("through port-forward").isEqualTo(sum);
      Files.delete(back);
      upload(cluster, kubectl, file, sum, port);
    }
    kubectl.run("exec", "web", "--", "rm", "-r", "/www/large", "/www/cgi-bin");
  }

  private static void download(NodeNamespace namespace, int port, Path to, KubectlRun forward) {
    Tool.Result result =
        namespace
            .in("curl", "-sS", "-o", to.toString(), "http://127.0.0.1:" + port + "/large")
            .within(LONG)
            .attempt();
    assertThat(result.ok()).as(result.err() + forward.err()).isTrue();
  }

  /** To a script behind the web server, which answers with the sum of what it got. */
  private static void upload(
      RealCluster cluster, Kubectl kubectl, Path file, String sum, int port) {
    kubectl.feed(
        """
        #!/bin/sh
        echo Content-Type: text/plain
        echo
        head -c $CONTENT_LENGTH | sha256sum
        """,
        "exec",
        "-i",
        "web",
        "--",
        "sh",
        "-c",
        "mkdir -p /www/cgi-bin; cat > /www/cgi-bin/sum; chmod 755 /www/cgi-bin/sum");
    Tool.Result result =
        cluster
            .namespace()
            .in("curl", "-sS", "-H", "Expect:", "--data-binary", "@" + file)
            .and("http://127.0.0.1:" + port + "/cgi-bin/sum")
            .within(LONG)
            .attempt();
    assertThat(result.out()).as(result.err()).startsWith(sum);
  }

  /** Those that the kubelet has, in either direction. */
  private static List<String> connections(ClusterNode node) {
    return node.parts()
        .namespace()
        .in("ss", "-Htnp", "state", "established")
        .run()
        .lines()
        .filter(line -> line.contains("pid=" + node.kubelet().pid() + ","))
        .toList();
  }

  private static int threads(ClusterNode node) {
    String[] tasks = Path.of("/proc/" + node.kubelet().pid() + "/task").toFile().list();
    return tasks == null ? 0 : tasks.length;
  }

  private static Path randomFile(Path file) throws IOException {
    Random random = new Random(7);
    byte[] block = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < MEBIBYTES; i++) {
        random.nextBytes(block);
        out.write(block);
      }
    }
    return file;
  }

  private static String sum(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
