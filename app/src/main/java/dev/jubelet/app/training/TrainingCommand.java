package dev.jubelet.app.training;

import dev.jubelet.app.command.Jubelet;
import dev.jubelet.app.command.run.LocalNode;
import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.HealthEndpoint;
import dev.jubelet.cluster.x509.TlsContexts;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.Journal;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import javax.net.ssl.HttpsURLConnection;
import picocli.CommandLine.Command;

/**
 * Goes once through what a node does in its life, on a runtime that runs nothing and in a cluster
 * that is none: for the launcher, which records it with {@code -XX:AOTCacheOutput}. Needs neither
 * root nor containerd.
 */
@Command(
    name = "training",
    hidden = true,
    description = "Exercises the program, so that the JVM can prepare it for a quick start.")
public final class TrainingCommand implements Callable<Integer> {
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final String MANIFEST = "manifest.yaml";

  private final LocalNode.Starter starter;

  public TrainingCommand(LocalNode.Starter starter) {
    this.starter = starter;
  }

  @Override
  public Integer call() throws IOException {
    Path directory = Files.createTempDirectory("jt");
    try (ScriptedServer _ = ScriptedServer.start(directory.resolve("cri.sock"));
        ScriptedApi api =
            ScriptedApi.start(directory, new ScriptedAnswers(json(resource("api-pod.yaml"))))) {
      Path manifest =
          Files.writeString(
              directory.resolve(MANIFEST),
              resource("pod.yaml").replace("@DIRECTORY@", directory.toString()));
      Jubelet jubelet = Jubelet.standard((config, journal) -> live(config, journal, manifest));
      List<List<String>> commands =
          List.of(
              List.of("manifest", "check", manifest.toString()),
              List.of("version"),
              List.of("--help"),
              List.of(
                  "kubelet",
                  "--config=" + configuration(directory, api.authority()),
                  "--kubeconfig=" + api.kubeconfig(),
                  "--cert-dir=" + directory.resolve("pki"),
                  "--root-dir=" + directory.resolve("root"),
                  "--hostname-override=training",
                  "--node-ip=192.0.2.1"));
      for (List<String> words : commands) {
        int exit = jubelet.run(words.toArray(String[]::new));
        if (exit != 0) {
          return exit;
        }
      }
      EmbeddedExercise.run(directory);
      return 0;
    } finally {
      DirectoryTree.delete(directory);
    }
  }

  /** The life of a node: pods come, run and go, and somebody asks how they are. */
  private int live(NodeConfig config, Journal journal, Path manifest) throws IOException {
    Path folder = config.staticPods().path().orElseThrow();
    try (LocalNode node = starter.start(config, journal)) {
      drop(manifest, folder);
      await(node, TrainingCommand::run, "both pods run");
      HealthEndpoint health = config.reporting().health().orElseThrow();
      for (String page : List.of("/healthz", "/pods", "/metrics")) {
        read(URI.create("http://127.0.0.1:" + health.port() + page));
      }
      ask(config.reporting().port().orElseThrow().port());
      Files.delete(folder.resolve(MANIFEST));
      await(node, pods -> pods.size() == 1, "the pod of the manifest is gone");
    }
    return 0;
  }

  private static void drop(Path manifest, Path folder) throws IOException {
    Path unfinished = folder.resolve("." + MANIFEST);
    Files.copy(manifest, unfinished);
    Files.move(unfinished, folder.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean run(List<Pod> pods) {
    return pods.size() == 2
        && pods.stream().allMatch(pod -> pod.status().phase() == PodPhase.RUNNING);
  }

  private static void await(LocalNode node, Predicate<List<Pod>> state, String what) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!state.test(node.pods())) {
      if (System.nanoTime() > end) {
        throw new CommandFailure("training waited in vain: " + what, "see its log");
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new CommandFailure("training was interrupted", "run it again");
      }
    }
  }

  private static void read(URI page) throws IOException {
    try (InputStream in = page.toURL().openStream()) {
      in.readAllBytes();
    }
  }

  /** As others ask a node who show a token, about which it asks the API server. */
  private static void ask(int port) throws IOException {
    try {
      HttpsURLConnection asked =
          (HttpsURLConnection)
              URI.create("https://127.0.0.1:" + port + "/pods").toURL().openConnection();
      asked.setSSLSocketFactory(TlsContexts.trustingClient(null).getSocketFactory());
      asked.setHostnameVerifier((_, _) -> true);
      asked.setRequestProperty("Authorization", "Bearer training");
      asked.setConnectTimeout(10_000);
      asked.setReadTimeout(10_000);
      int code = asked.getResponseCode();
      asked.disconnect();
      if (code != 200) {
        throw new CommandFailure("training was answered " + code, "see its log");
      }
    } catch (GeneralSecurityException impossible) {
      throw new IOException(impossible);
    }
  }

  // Without cgroups, which only root may make.
  private static Path configuration(Path directory, Path authority) throws IOException {
    Path manifests = Files.createDirectories(directory.resolve("manifests"));
    return Files.writeString(
        directory.resolve("kubelet.yaml"),
        """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %s
        containerRuntimeEndpoint: unix://%s
        cgroupsPerQOS: false
        podLogsDir: %s
        resolvConf: ""
        healthzPort: %d
        address: 127.0.0.1
        port: %d
        authentication:
          anonymous: {enabled: false}
          webhook: {enabled: true}
          x509: {clientCAFile: %s}
        authorization: {mode: Webhook}
        """
            .formatted(
                manifests,
                directory.resolve("cri.sock"),
                directory.resolve("logs"),
                freePort(),
                freePort(),
                authority));
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private static String json(String yaml) {
    Problems problems = new Problems();
    List<Node> documents = Trees.read(yaml, problems);
    return JsonWriter.compact(documents.getFirst());
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TrainingCommand.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
