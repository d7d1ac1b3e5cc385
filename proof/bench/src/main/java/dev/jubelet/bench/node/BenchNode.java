package dev.jubelet.bench.node;

import dev.jubelet.acceptance.host.ContainerdImages;
import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured on: a containerd with its images, and a node's directories and configuration,
 * all beneath one directory and one cgroup. It takes over the network namespace that this process
 * is in, which therefore has to be a fresh one.
 */
public final class BenchNode implements AutoCloseable {
  public static final String NAME = "bench-node";
  public static final int HEALTH_PORT = 10248;
  public static final String ADDRESS = "10.99.0.1";
  private static final String LINK = "node0";
  private static final Duration RUNTIME_START = Duration.ofSeconds(60);

  private final Path directory;
  private final String cgroupRoot;
  private final PrivateContainerd containerd;
  private final CriRuntime cri;
  private long containerdPid;

  private BenchNode(Path directory, ContainerdProgram program) {
    this.directory = directory;
    String id = String.valueOf(directory.getFileName());
    this.cgroupRoot = "jubelet-bench-" + id;
    PodNetwork network = new PodNetwork(id, "pods0", "10.90.0.0/16", false);
    this.containerd =
        new PrivateContainerd(program, directory.resolve("containerd"), network, null);
    this.cri =
        CriRuntime.connect(
            containerd.endpoint(),
            CriSettings.DEFAULT,
            new MemoryBudget("answers of the runtime", 32 << 20));
  }

  /** Makes its directory and nothing else yet. */
  public static BenchNode prepare(ContainerdProgram program) {
    requireOwnNetwork();
    try {
      return new BenchNode(Files.createTempDirectory("jb").toRealPath(), program);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireOwnNetwork() {
    String addresses = Tool.of("ip", "-o", "addr", "show", "scope", "global").run();
    if (!addresses.isBlank()) {
      throw new NotMeasured(
          "this is the machine's own network: please use ./dev bench, which makes a namespace");
    }
  }

  /** Starts the runtime and waits until it can run pods. */
  public void begin() throws IOException {
    for (Path each : List.of(manifests(), root(), logs(), marks())) {
      Files.createDirectories(each);
    }
    Files.writeString(directory.resolve("resolv.conf"), "nameserver " + ADDRESS + "\n");
    Files.writeString(configuration(), configurationText());
    Tool.of("ip", "link", "set", "lo", "up").run();
    Tool.of("ip", "link", "add", LINK, "type", "bridge").run();
    Tool.of("ip", "addr", "add", ADDRESS + "/24", "dev", LINK).run();
    Tool.of("ip", "link", "set", LINK, "up").run();
    containerd.start(RUNTIME_START);
    containerdPid = containerd.pid().orElseThrow(() -> new NotMeasured("containerd has ended"));
    containerd.importImages(ContainerdImages.write(directory.resolve("images")));
    Await.until(
        "the runtime's network is ready",
        RUNTIME_START,
        Duration.ofMillis(50),
        () -> runtime().facts().readiness().networkReady());
  }

  /** Without slash. */
  public String cgroupRoot() {
    return cgroupRoot;
  }

  public ContainerRuntime runtime() {
    return cri.runtime();
  }

  public PrivateContainerd containerd() {
    return containerd;
  }

  public Path directory() {
    return directory;
  }

  public Path manifests() {
    return directory.resolve("manifests");
  }

  public Path root() {
    return directory.resolve("root");
  }

  public Path logs() {
    return directory.resolve("logs");
  }

  public Path marks() {
    return directory.resolve("marks");
  }

  public Path configuration() {
    return directory.resolve("kubelet.yaml");
  }

  /** The lines of the configuration, where others do not say the same field. */
  public List<String> configurationWith(List<String> others) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(configuration())) {
      String field = line.substring(0, line.indexOf(':') + 1);
      if (others.stream().noneMatch(other -> other.startsWith(field))) {
        lines.add(line);
      }
    }
    lines.addAll(others);
    return lines;
  }

  public NodeConfig config() {
    KubeletFlags flags =
        KubeletFlags.of(
            "--config=" + configuration(),
            "--hostname-override=" + NAME,
            "--node-ip=" + ADDRESS,
            "--root-dir=" + root());
    ConfigurationLoader.Loaded loaded = ConfigurationLoader.load(flags, NAME);
    NodeConfig config = loaded.config();
    if (config == null) {
      throw new IllegalStateException("our own configuration is refused: " + loaded.errors());
    }
    return config;
  }

  /** Jubelet, which asks the containerd. */
  public Kubelet launch(Path program) {
    List<String> words = new ArrayList<>(List.of(program.toString(), "kubelet"));
    words.addAll(
        List.of(
            "--config=" + configuration(),
            "--root-dir=" + root(),
            "--hostname-override=" + NAME,
            "--node-ip=" + ADDRESS));
    return Kubelet.launch(setup("Jubelet"), words);
  }

  /** For a kubelet that runs alone on the node. */
  public Kubelet.Setup setup(String name) {
    return new Kubelet.Setup(
        name, root(), manifests(), marks(), directory.resolve("kubelet.log"), 0.02, this::empty);
  }

  public ProcessUsage containerdUsage() {
    return ProcessUsage.of(containerdPid);
  }

  /** Nothing in the runtime, no directory of a pod: only then is a removal over. */
  public boolean empty() {
    String[] pods = root().resolve("pods").toFile().list();
    return runtime().sandboxes().list(null).isEmpty()
        && runtime().containers().list(null).isEmpty()
        && (pods == null || pods.length == 0);
  }

  public void awaitEmpty() {
    Await.until("all pods are gone", Duration.ofMinutes(5), Duration.ofMillis(50), this::empty);
  }

  @Override
  public void close() {
    cri.close();
    containerd.erase();
    Tool.of("ip", "link", "delete", LINK).attempt();
    Mounts.unmountBeneath(directory);
    HostCgroups.remove(cgroupRoot);
    DirectoryTree.delete(directory);
  }

  private String configurationText() {
    return """
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    staticPodPath: %s
    containerRuntimeEndpoint: %s
    cgroupRoot: /%s
    cgroupDriver: cgroupfs
    podLogsDir: %s
    resolvConf: %s
    healthzPort: %d
    maxPods: 250
    """
        .formatted(
            manifests(),
            containerd.endpoint(),
            cgroupRoot,
            logs(),
            directory.resolve("resolv.conf"),
            HEALTH_PORT);
  }
}
