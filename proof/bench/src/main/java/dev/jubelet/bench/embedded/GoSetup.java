package dev.jubelet.bench.embedded;

import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The Go kubelet alone, without a cluster, on the containerd of a {@link BenchNode}. */
final class GoSetup {
  private static final int HEALTH_PORT = 10268;
  private static final int PORT = 10260;
  private static final Duration START = Duration.ofSeconds(60);

  /** It is never quite at rest. */
  private static final double QUIET_SECONDS = 0.04;

  private final BenchNode node;

  GoSetup(BenchNode node) {
    this.node = node;
  }

  /** Started, and ready for pods. */
  Kubelet launch(Path program) throws IOException {
    Path directory = Files.createDirectories(node.directory().resolve("go"));
    Path configuration = Files.write(directory.resolve("kubelet.yaml"), configuration());
    List<String> words =
        List.of(
            program.toString(),
            "--config=" + configuration,
            "--root-dir=" + node.root(),
            "--cert-dir=" + directory.resolve("pki"),
            "--hostname-override=bench-go",
            "--node-ip=" + BenchNode.ADDRESS);
    Path log = directory.resolve("kubelet.log");
    return Kubelet.launch(
        new Kubelet.Setup(
            "the Go kubelet",
            node.root(),
            node.manifests(),
            node.marks(),
            log,
            QUIET_SECONDS,
            this::empty),
        words);
  }

  static void awaitReady(Kubelet kubelet) {
    Await.until(
        "the Go kubelet follows its manifests",
        START,
        Duration.ofMillis(50),
        () -> {
          kubelet.requireAlive();
          return kubelet.says("Adding static pod path") && kubelet.says("Started kubelet");
        });
    kubelet.settle();
  }

  private List<String> configuration() throws IOException {
    List<String> lines = new ArrayList<>(GoKubelet.configuration(node.directory()));
    lines.add("healthzPort: " + HEALTH_PORT);
    lines.add("port: " + PORT);
    lines.add("authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}");
    lines.add("authorization: {mode: AlwaysAllow}");
    return node.configurationWith(lines);
  }

  /** It clears ended sandboxes once a minute; we do so at once, which is no part of any time. */
  private boolean empty() {
    ContainerRuntime runtime = node.runtime();
    List<ObservedSandbox> sandboxes = runtime.sandboxes().list(null);
    if (sandboxes.stream().anyMatch(ObservedSandbox::ready)) {
      return false;
    }
    try {
      sandboxes.forEach(each -> runtime.sandboxes().remove(each.id()));
    } catch (OutsideFailure itIsAtIt) {
      return false;
    }
    return runtime.containers().list(null).isEmpty();
  }

  /** All that is not the workload, in MiB of proportional set size. */
  MemoryUse memory(Kubelet kubelet) {
    long daemon =
        node.containerd().pid().orElseThrow(() -> new NotMeasured("containerd has ended"));
    return MemoryUse.now(kubelet.pid(), List.of(daemon), node.containerd().shims(), "/pause");
  }
}
