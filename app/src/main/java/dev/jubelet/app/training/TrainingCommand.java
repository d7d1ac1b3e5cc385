package dev.jubelet.app.training;

import dev.jubelet.app.command.CommandFailure;
import dev.jubelet.app.command.Jubelet;
import dev.jubelet.app.command.LocalNode;
import dev.jubelet.app.sandboxed.DirectoryTree;
import dev.jubelet.app.settings.HealthEndpoint;
import dev.jubelet.app.settings.NodeConfig;
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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;

/**
 * Goes once through what a node does in its life, on a runtime that runs nothing: for the launcher,
 * which records it with {@code -XX:AOTCacheOutput}. Needs neither root nor containerd.
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
    try (ScriptedServer _ = ScriptedServer.start(directory.resolve("cri.sock"))) {
      Path manifest = Files.writeString(directory.resolve(MANIFEST), manifest(directory));
      Jubelet jubelet = Jubelet.standard((config, journal) -> live(config, journal, manifest));
      List<List<String>> commands =
          List.of(
              List.of("manifest", "check", manifest.toString()),
              List.of("version"),
              List.of("--help"),
              List.of(
                  "kubelet",
                  "--config=" + configuration(directory),
                  "--root-dir=" + directory.resolve("root"),
                  "--hostname-override=training",
                  "--node-ip=192.0.2.1"));
      for (List<String> words : commands) {
        int exit = jubelet.run(words.toArray(String[]::new));
        if (exit != 0) {
          return exit;
        }
      }
      return 0;
    } finally {
      DirectoryTree.delete(directory);
    }
  }

  /** The life of a node: a pod comes, runs and goes, and somebody asks how it is. */
  private int live(NodeConfig config, Journal journal, Path manifest) throws IOException {
    Path folder = config.staticPods().path().orElseThrow();
    try (LocalNode node = starter.start(config, journal)) {
      drop(manifest, folder);
      await(node, TrainingCommand::runs, "the pod runs");
      HealthEndpoint health = config.health().orElseThrow();
      for (String page : List.of("/healthz", "/pods", "/metrics")) {
        read(URI.create("http://127.0.0.1:" + health.port() + page));
      }
      Files.delete(folder.resolve(MANIFEST));
      await(node, List::isEmpty, "the pod is gone");
    }
    return 0;
  }

  private static void drop(Path manifest, Path folder) throws IOException {
    Path unfinished = folder.resolve("." + MANIFEST);
    Files.copy(manifest, unfinished);
    Files.move(unfinished, folder.resolve(MANIFEST), StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean runs(List<Pod> pods) {
    return pods.size() == 1 && pods.getFirst().status().phase() == PodPhase.RUNNING;
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

  // Without cgroups, which only root may make.
  private static Path configuration(Path directory) throws IOException {
    int port;
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
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
        """
            .formatted(manifests, directory.resolve("cri.sock"), directory.resolve("logs"), port));
  }

  private static String manifest(Path directory) throws IOException {
    try (InputStream in = TrainingCommand.class.getResourceAsStream("pod.yaml")) {
      if (in == null) {
        throw new IllegalStateException("pod.yaml is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@DIRECTORY@", directory.toString());
    }
  }
}
