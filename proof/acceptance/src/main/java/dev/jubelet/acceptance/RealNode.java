package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.ContainerdImages;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node made of real parts: a network namespace, a runtime and, once started, a Jubelet. All of it
 * lies beneath one directory and one cgroup, and {@link #close} leaves nothing.
 */
public final class RealNode implements AutoCloseable {
  private static final Duration RUNTIME_START = Duration.ofSeconds(30);
  private static final Duration KUBELET_START = Duration.ofSeconds(30);
  private static final int HEALTH_PORT = 10248;

  private final Path directory;
  private final NodeIdentity nodeIdentity;
  private final String cgroupRoot;
  private final NodeNamespace namespace;
  private final NodeRuntime runtime;
  private final Crictl crictl;
  private @Nullable KubeletProcess kubelet;

  private RealNode(
      Path directory, RuntimeChoice choice, Path crictlProgram, NodeIdentity nodeIdentity) {
    this.directory = directory;
    this.nodeIdentity = nodeIdentity;
    String id = directory.getFileName().toString();
    this.cgroupRoot = NodeSurvey.CGROUP_PREFIX + id;
    this.namespace = NodeNamespace.create(directory.resolve("net"), nodeIdentity.address());
    PodNetwork network = new PodNetwork(id, "pods0", nodeIdentity.podSubnet(), false);
    this.runtime = choice.on(new RuntimeChoice.Place(directory, cgroupRoot, network, namespace));
    this.crictl = new Crictl(crictlProgram, runtime.endpoint());
  }

  /** With a runtime and its images ready, and without a kubelet. */
  public static RealNode start(RuntimeChoice choice, Path crictlProgram) {
    return start(choice, crictlProgram, NodeIdentity.ALONE);
  }

  /** The same, in a place that it may share with others. */
  public static RealNode start(
      RuntimeChoice choice, Path crictlProgram, NodeIdentity nodeIdentity) {
    try {
      Path directory = Files.createTempDirectory("jn").toRealPath();
      // Pods with users of their own pass through it, as through /run and /var/lib.
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
      RealNode node = new RealNode(directory, choice, crictlProgram, nodeIdentity);
      boolean complete = false;
      try {
        for (Path each : List.of(node.manifests(), node.root(), node.logs())) {
          Files.createDirectories(each);
        }
        node.runtime.begin(ContainerdImages.write(directory.resolve("images")), RUNTIME_START);
        node.warmUp();
        complete = true;
      } finally {
        if (!complete) {
          node.close();
        }
      }
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public NodeIdentity nodeIdentity() {
    return nodeIdentity;
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

  /** Without slash. */
  public String cgroupRoot() {
    return cgroupRoot;
  }

  public NodeNamespace namespace() {
    return namespace;
  }

  public NodeRuntime runtime() {
    return runtime;
  }

  /** Somebody answers it also when no kubelet runs. */
  public Crictl crictl() {
    if (runtime instanceof InnerRuntime inner) {
      KubeletProcess running = kubelet;
      if (running != null && running.alive()) {
        inner.awaitAnswer(RUNTIME_START);
      } else {
        inner.start(RUNTIME_START);
      }
    }
    return crictl;
  }

  public KubeletProcess kubelet() {
    KubeletProcess running = kubelet;
    if (running == null) {
      throw new IllegalStateException("no kubelet was started on this node");
    }
    return running;
  }

  /** Starts Jubelet and waits until it is healthy. */
  public KubeletProcess startKubelet(String... moreConfiguration) {
    return up(launchKubelet(moreConfiguration));
  }

  /**
   * The same.
   *
   * @param programs a directory whose programs Jubelet finds before those of the machine
   */
  public KubeletProcess startKubelet(
      Path programs, List<String> moreFlags, List<String> moreConfiguration) {
    List<String> words =
        new ArrayList<>(List.of("env", "PATH=" + programs + ":" + System.getenv("PATH")));
    words.addAll(KubeletProcess.jubelet());
    return up(launchKubelet(words, moreFlags, moreConfiguration));
  }

  /** With its runtime, which tries out mounts while it starts: no ledger shall have those. */
  private KubeletProcess up(KubeletProcess started) {
    started.awaitHealthy(KUBELET_START);
    if (runtime instanceof InnerRuntime inner) {
      inner.awaitAnswer(RUNTIME_START);
      // By then it also knows whether pods can have users of their own.
      crictl.run("info");
    }
    return started;
  }

  /** Starts Jubelet and does not wait. */
  public KubeletProcess launchKubelet(String... moreConfiguration) {
    return launchKubelet(KubeletProcess.jubelet(), List.of(), List.of(moreConfiguration));
  }

  /**
   * Starts any kubelet and does not wait.
   *
   * @param program its first words
   * @param flags beside those that every node gives
   * @param moreConfiguration lines of a KubeletConfiguration
   */
  public KubeletProcess launchKubelet(
      List<String> program, List<String> flags, List<String> moreConfiguration) {
    boolean ours = program.containsAll(KubeletProcess.jubelet());
    List<String> words = new ArrayList<>(program);
    words.add(
        "--config="
            + writeConfiguration(
                ours ? runtime.endpointOfOurs() : runtime.endpoint(), moreConfiguration));
    words.add("--root-dir=" + root());
    words.add("--hostname-override=" + nodeIdentity.name());
    words.add("--node-ip=" + namespace.address());
    words.addAll(flags);
    if (ours) {
      words.addAll(runtime.flagsOfOurs());
      runtime.handOver();
    }
    HostCgroups.prefer(cgroupRoot);
    KubeletProcess started =
        KubeletProcess.start(namespace, words, directory.resolve("kubelet.log"), HEALTH_PORT);
    kubelet = started;
    return started;
  }

  /** Puts a manifest in place at once, as a careful writer does. */
  public void drop(String name, String manifest) {
    try {
      Path unfinished = Files.writeString(manifests().resolve("." + name + ".tmp"), manifest);
      Files.move(unfinished, manifests().resolve(name + ".yaml"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void remove(String name) {
    try {
      Files.delete(manifests().resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The pods as Jubelet reports them. */
  public List<Document> pods() {
    return Document.parse(kubelet().requestAtSocket(root(), "/pods").out()).at("items").items();
  }

  /** By name without the node's suffix; the first when there are several. */
  public Optional<Document> pod(String name) {
    return pods().stream()
        .filter(pod -> pod.at("metadata", "name").text().startsWith(name))
        .findFirst();
  }

  public String phase(String name) {
    return pod(name).map(pod -> pod.at("status", "phase").text()).orElse("");
  }

  public void waitFor(String what, Duration deadline, BooleanSupplier condition) {
    Await.until(what, deadline, condition::getAsBoolean, this::endOfLog);
  }

  private String endOfLog() {
    return kubelet == null ? "" : "the end of its log:\n" + kubelet().lastLines(80);
  }

  public NodeSurvey survey() {
    return new NodeSurvey(
        new NodeSurvey.Subject(
            directory,
            namespace,
            cgroupRoot,
            runtime.addresses(),
            List.of(root(), logs()),
            List.of()),
        new NodeSurvey.Running() {
          @Override
          public Map<String, List<String>> kept() {
            return runtime.kept();
          }

          // Those with a path of ours on their command line, and all that monitors hold.
          @Override
          public List<ProcessTable.Entry> processes() {
            List<ProcessTable.Entry> found =
                new ArrayList<>(ProcessTable.mentioning(directory.toString()));
            runtime.monitors().forEach(each -> found.addAll(ProcessTable.descendants(each.pid())));
            return found;
          }
        });
  }

  /** Waits until the node occupies what it did before; complains with the difference. */
  public void waitForEqual(Ledger before, Duration deadline) {
    waitForEqual(before, deadline, line -> true);
  }

  /**
   * The same.
   *
   * @param ours which lines of the difference count
   */
  public void waitForEqual(Ledger before, Duration deadline, Predicate<String> ours) {
    NodeSurvey survey = survey();
    Supplier<List<String>> difference =
        () -> Ledger.diff(before, survey.take()).stream().filter(ours).toList();
    Await.until(
        "everything is as before",
        deadline,
        () -> difference.get().isEmpty(),
        () ->
            String.join("\n", difference.get())
                + "\n"
                + endOfLog()
                + "\nthe end of the runtime's log:\n"
                + runtime.containerd().map(PrivateContainerd::lastLines).orElse(""));
  }

  @Override
  public void close() {
    KubeletProcess running = kubelet;
    if (running != null && running.alive()) {
      running.killHard();
    }
    runtime.erase();
    namespace.delete();
    Mounts.unmountBeneath(directory);
    HostCgroups.remove(cgroupRoot);
    DirectoryTree.delete(directory);
  }

  private Path writeConfiguration(String endpoint, List<String> more) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "apiVersion: kubelet.config.k8s.io/v1beta1",
                "kind: KubeletConfiguration",
                "staticPodPath: " + manifests(),
                "containerRuntimeEndpoint: " + endpoint,
                "cgroupRoot: /" + cgroupRoot,
                "cgroupDriver: cgroupfs",
                "podLogsDir: " + logs(),
                "resolvConf: " + directory.resolve("resolv.conf"),
                "healthzPort: " + HEALTH_PORT));
    lines.addAll(more);
    try {
      Files.writeString(
          directory.resolve("resolv.conf"), "nameserver " + nodeIdentity.address() + "\n");
      return Files.write(directory.resolve("kubelet.yaml"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs one sandbox with a host port. The first of a node makes the bridge and the packet chains,
   * which CNI keeps: a ledger has to have them from the beginning.
   */
  private void warmUp() throws IOException {
    Path config = directory.resolve("warm-up.json");
    Files.writeString(
        config,
        """
        {"metadata": {"name": "warm-up", "namespace": "none", "uid": "warm-up"},
         "log_directory": "%s",
         "port_mappings": [{"container_port": 80, "host_port": 8099}],
         "linux": {"cgroup_parent": "/%s/warm-up"}}
        """
            .formatted(directory.resolve("warm-up-logs"), cgroupRoot));
    // CRI answers that it is not ready until the network's configuration has been read.
    Await.until(
        "the runtime runs a sandbox",
        RUNTIME_START,
        () -> crictl.attempt("runp", config.toString()).ok(),
        () -> crictl.attempt("runp", config.toString()).err());
    crictl.removeAll();
    HostCgroups.remove(cgroupRoot);
    Files.delete(config);
  }
}
