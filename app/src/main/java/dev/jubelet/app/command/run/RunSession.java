package dev.jubelet.app.command.run;

import dev.jubelet.app.command.KubeletCommand;
import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.app.host.RunDirectory;
import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A private runtime with a node on it, in a place of its own; closing it leaves nothing. */
final class RunSession implements AutoCloseable {
  private static final Duration AFTER_GRACE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Path RESOLVED = Path.of("/run/systemd/resolve/resolv.conf");
  private static final Path RESOLV_CONF = Path.of("/etc/resolv.conf");

  private final RunDirectory place;
  private final EmbeddedRun runtime;
  private @Nullable LocalNode node;

  RunSession(RunDirectory place) {
    this.place = place;
    this.runtime = new EmbeddedRun(place);
  }

  Path logs() {
    return place.directory().resolve("logs");
  }

  List<Pod> pods() {
    return node == null ? List.of() : node.pods();
  }

  void startRuntime() {
    runtime.start(LocalImages.write(place.directory().resolve("images")));
  }

  /** The files stay as they are; the node sees copies. */
  void startNode(List<Path> manifests, LocalNode.Starter starter, Journal journal)
      throws IOException {
    Files.createDirectories(manifests());
    for (int i = 0; i < manifests.size(); i++) {
      Files.copy(
          manifests.get(i),
          manifests().resolve("%03d-%s".formatted(i, manifests.get(i).getFileName())));
    }
    node = starter.start(configuration(), journal);
  }

  /** Ends the pods within their grace, then everything else. */
  @Override
  public void close() {
    try {
      endPods();
    } catch (IOException refused) {
      throw new CommandFailure(
          "cannot remove the copies of the manifests: " + refused.getMessage(),
          "'jubelet run --clean' clears what is left");
    } finally {
      leave();
      clear();
    }
  }

  /** Ends the node and leaves the pods as they are. */
  void leave() {
    if (node != null) {
      node.close();
      node = null;
    }
  }

  /** Removes all that is in the place, whoever left it. */
  void clear() {
    runtime.clear();
    place.erase();
  }

  private void endPods() throws IOException {
    if (node == null) {
      return;
    }
    long grace =
        node.pods().stream()
            .map(pod -> pod.spec().terminationGracePeriodSeconds())
            .mapToLong(seconds -> seconds == null ? 30 : seconds)
            .max()
            .orElse(0);
    try (Stream<Path> copies = Files.list(manifests())) {
      for (Path copy : copies.toList()) {
        Files.delete(copy);
      }
    }
    long end = System.nanoTime() + AFTER_GRACE.plusSeconds(grace).toNanos();
    while (!node.pods().isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private Path manifests() {
    return place.directory().resolve("manifests");
  }

  private NodeConfig configuration() throws IOException {
    Path file =
        Files.writeString(
            place.directory().resolve("kubelet.yaml"),
            """
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            staticPodPath: %s
            containerRuntimeEndpoint: %s
            cgroupRoot: /%s
            cgroupDriver: cgroupfs
            podLogsDir: %s
            resolvConf: %s
            healthzPort: 0
            """
                .formatted(
                    manifests(),
                    RuntimeEndpoint.EMBEDDED,
                    place.cgroup(),
                    logs(),
                    Files.exists(RESOLVED) ? RESOLVED : RESOLV_CONF));
    List<String> flags = new ArrayList<>(runtime.flags());
    flags.add("--config=" + file);
    flags.add("--root-dir=" + place.root());
    ConfigurationLoader.Loaded loaded =
        ConfigurationLoader.load(
            KubeletFlags.of(flags.toArray(String[]::new)), KubeletCommand.hostname());
    NodeConfig config = loaded.config();
    if (config == null) {
      throw new CommandFailure(
          "this machine cannot be a node: " + String.join("; ", loaded.errors()),
          "correct the above and run this again");
    }
    return config;
  }
}
