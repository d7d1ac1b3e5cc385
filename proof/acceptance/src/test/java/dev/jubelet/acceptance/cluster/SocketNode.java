package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Crictl;
import dev.jubelet.acceptance.Daemon;
import dev.jubelet.acceptance.NodeIdentity;
import dev.jubelet.acceptance.NodeSurvey;
import dev.jubelet.acceptance.critest.JubeletCri;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a cluster that has the Go kubelet, and our runtime behind its socket. The two know
 * nothing of each other but CRI. {@link #close} leaves nothing.
 */
public final class SocketNode implements AutoCloseable {
  private static final NodeIdentity NODE_IDENTITY =
      new NodeIdentity("node-1", "10.99.0.1", "10.90.1.0/24");

  /** How many files a container's process may have open. */
  static final int FILES_SOFT = 1000;

  static final int FILES_HARD = 2000;
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(30);

  private final Path directory;
  private final String cgroupRoot;
  private final NodeNamespace namespace;
  private final RealCluster cluster;
  private final KubernetesPrograms programs;
  private final GoKubelet traces;
  private @Nullable JubeletCri runtime;
  private @Nullable Daemon kubelet;

  private SocketNode(Path directory, RealCluster cluster, KubernetesPrograms programs) {
    this.directory = directory;
    this.cluster = cluster;
    this.programs = programs;
    this.cgroupRoot = "jubelet-test-" + directory.getFileName();
    this.namespace = NodeNamespace.create(directory.resolve("net"), NODE_IDENTITY.address());
    this.traces = GoKubelet.prepare(cgroupRoot);
  }

  /** Linked to the cluster, with the runtime and its images, and without a kubelet. */
  public static SocketNode add(RealCluster cluster, KubernetesPrograms programs) {
    try {
      SocketNode node =
          new SocketNode(Files.createTempDirectory("js").toRealPath(), cluster, programs);
      boolean complete = false;
      try {
        node.furnish();
        node.startRuntime();
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

  private void furnish() throws IOException {
    for (Path each : List.of(root(), logs(), networks(), directory.resolve("manifests"))) {
      Files.createDirectories(each);
    }
    Files.writeString(
        networks().resolve("10-pods.conflist"),
        new PodNetwork("pods", "pods0", NODE_IDENTITY.podSubnet(), false).conflist(addresses()));
    try (ImageStore images =
        new ImageStore(
            ImageStoreSettings.at(
                OwnRuntime.imagesIn(Files.createDirectories(JubeletCri.root(directory)))))) {
      for (Path archive : LocalImages.write(directory.resolve("archives"))) {
        try (InputStream in = Files.newInputStream(archive)) {
          if (images.importArchive(in) instanceof ImportResult.Failed failed) {
            throw new IOException(failed.message());
          }
        }
      }
    }
    NodeLinks.plug(cluster.namespace(), namespace, "to-" + NODE_IDENTITY.name());
    NodeLinks.route(cluster.namespace(), NODE_IDENTITY);
    cluster
        .keys()
        .sign(
            "node-" + NODE_IDENTITY.name(),
            "/O=system:nodes/CN=system:node:" + NODE_IDENTITY.name());
    KubeconfigFiles.ofCertificate(
        directory.resolve("node.conf"),
        cluster.controlPlane().server(),
        cluster.keys(),
        "node-" + NODE_IDENTITY.name());
  }

  public String name() {
    return NODE_IDENTITY.name();
  }

  public Path directory() {
    return directory;
  }

  Path root() {
    return directory.resolve("kubelet");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  Path addresses() {
    return directory.resolve("addresses");
  }

  private Path networks() {
    return directory.resolve("net.d");
  }

  String cgroupRoot() {
    return cgroupRoot;
  }

  public NodeNamespace namespace() {
    return namespace;
  }

  public Crictl crictl(Path program) {
    return new Crictl(program, runtime().endpoint());
  }

  private JubeletCri runtime() {
    JubeletCri running = runtime;
    if (running == null) {
      throw new IllegalStateException("the runtime was not started");
    }
    return running;
  }

  /** Begins a life of the runtime on what the last one left. */
  public void startRuntime() {
    runtime =
        JubeletCri.start(
            directory,
            namespace,
            "runc",
            List.of(
                "--cni-conf",
                networks().toString(),
                "--default-ulimit",
                "nofile=" + FILES_SOFT + ":" + FILES_HARD));
  }

  /** SIGKILL. */
  public void killRuntime() {
    runtime().killHard();
  }

  /** Starts the Go kubelet and waits until the API shows the node as ready. */
  public void startKubelet(String... moreConfiguration) {
    kubelet =
        Daemon.start(
            "the Go kubelet",
            namespace,
            List.of(
                programs.kubelet(),
                "--config=" + configuration(List.of(moreConfiguration)),
                "--root-dir=" + root(),
                "--cert-dir=" + directory.resolve("pki"),
                "--kubeconfig=" + directory.resolve("node.conf"),
                "--hostname-override=" + NODE_IDENTITY.name(),
                "--node-ip=" + NODE_IDENTITY.address()),
            directory.resolve("kubelet.log"));
    awaitReady();
  }

  /** SIGTERM. */
  public void endKubelet() {
    Daemon running = kubelet;
    if (running != null) {
      running.terminate(END);
    }
  }

  public void awaitReady() {
    Await.until(
        "the node is ready",
        READY,
        () -> {
          Daemon running = kubelet;
          if (running != null) {
            running.requireAlive();
          }
          return cluster
              .kubectl()
              .attempt(
                  "get",
                  "node",
                  name(),
                  "-o",
                  "jsonpath={.status.conditions[?(@.type=='Ready')].status}")
              .out()
              .equals("True");
        },
        this::lastWords);
  }

  /**
   * Of the kubelet and of the runtime: records, bundles, sockets, roots, logs.
   *
   * @param crictl the program
   */
  public NodeSurvey survey(Path crictl) {
    Path records = JubeletCri.root(directory);
    return new NodeSurvey(
        new NodeSurvey.Subject(
            directory,
            namespace,
            cgroupRoot,
            addresses(),
            List.of(root(), logs()),
            List.of(
                records.resolve("sandboxes"),
                records.resolve("containers"),
                records.resolve("networks"),
                records.resolve("images/roots"),
                directory.resolve("run"))),
        new SocketNodeProcesses(directory, cgroupRoot, crictl(crictl)));
  }

  /** The ends of both logs. */
  public String lastWords() {
    return "kubelet:\n"
        + (kubelet == null ? "" : kubelet.lastLines(60))
        + "\nruntime:\n"
        + (runtime == null ? "" : runtime.lastLines(60));
  }

  @Override
  public void close() {
    if (kubelet != null && kubelet.alive()) {
      kubelet.killHard();
    }
    try {
      if (runtime != null) {
        runtime.close();
      }
    } finally {
      // Monitors and what they watch outlive the runtime; the ledger was asked before.
      for (ProcessTable.Entry entry : SocketNodeProcesses.processes(directory, cgroupRoot)) {
        boolean _ = ProcessTable.kill(entry.pid());
      }
      namespace.delete();
      Mounts.unmountBeneath(directory);
      HostCgroups.remove(cgroupRoot);
      DirectoryTree.delete(directory);
      traces.close();
    }
  }

  private Path configuration(List<String> more) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "apiVersion: kubelet.config.k8s.io/v1beta1",
                "kind: KubeletConfiguration",
                "staticPodPath: " + directory.resolve("manifests"),
                "containerRuntimeEndpoint: " + runtime().endpoint(),
                "cgroupRoot: /" + cgroupRoot,
                "cgroupDriver: cgroupfs",
                "podLogsDir: " + logs(),
                "resolvConf: " + directory.resolve("resolv.conf"),
                "healthzPort: 10248"));
    lines.addAll(ClusterNode.configuration(cluster.keys()));
    lines.addAll(GoKubelet.configuration(directory));
    lines.addAll(more);
    try {
      Files.writeString(
          directory.resolve("resolv.conf"), "nameserver " + NODE_IDENTITY.address() + "\n");
      return Files.write(directory.resolve("kubelet.yaml"), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
