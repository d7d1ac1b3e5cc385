package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.KubeletProcess;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a cluster: a runtime, and a kubelet of either kind on the same directories. */
public final class ClusterNode implements AutoCloseable {
  private static final Duration HEALTHY = Duration.ofSeconds(60);
  private static final Duration READY = Duration.ofSeconds(60);

  private final RealNode node;
  private final ClusterKeys keys;
  private final KubernetesPrograms programs;
  private final Kubectl kubectl;
  private @Nullable GoKubelet goKubelet;

  ClusterNode(RealNode node, ClusterKeys keys, KubernetesPrograms programs, Kubectl kubectl) {
    this.node = node;
    this.keys = keys;
    this.programs = programs;
    this.kubectl = kubectl;
  }

  public String name() {
    return node.nodeIdentity().name();
  }

  /** Its runtime, directories and ledger. */
  public RealNode parts() {
    return node;
  }

  public KubeletProcess kubelet() {
    return node.kubelet();
  }

  /** Where its kubeconfig is: with a certificate of the node, unless it is to be bootstrapped. */
  public Path kubeconfig() {
    return node.directory().resolve("node.conf");
  }

  public Path bootstrapKubeconfig() {
    return node.directory().resolve("bootstrap.conf");
  }

  /** Writes both files anew, for another way to the API server. */
  public void reach(String server) {
    String identity = "node-" + name();
    if (!Files.exists(keys.certificate(identity))) {
      keys.sign(identity, "/O=system:nodes/CN=system:node:" + name());
    }
    KubeconfigFiles.ofCertificate(kubeconfig(), server, keys, identity);
    KubeconfigFiles.ofToken(bootstrapKubeconfig(), server, keys, ControlPlane.BOOTSTRAP_TOKEN);
  }

  /** Starts a kubelet and waits until the API shows the node as ready. */
  public KubeletProcess start(KubeletKind kind, String... moreConfiguration) {
    KubeletProcess started = launch(kind, moreConfiguration);
    started.awaitHealthy(HEALTHY);
    awaitReady();
    return started;
  }

  /** Starts a kubelet that has a certificate, and does not wait. */
  public KubeletProcess launch(KubeletKind kind, String... moreConfiguration) {
    return launch(kind, List.of("--kubeconfig=" + kubeconfig()), moreConfiguration);
  }

  /** Starts a kubelet that has only a token and gets its certificate from the cluster. */
  public KubeletProcess launchBootstrap(KubeletKind kind, String... moreConfiguration) {
    return launch(
        kind,
        List.of(
            "--bootstrap-kubeconfig=" + bootstrapKubeconfig(),
            "--kubeconfig=" + node.directory().resolve("made.conf")),
        moreConfiguration);
  }

  private KubeletProcess launch(
      KubeletKind kind, List<String> credentials, String... moreConfiguration) {
    List<String> flags = new ArrayList<>(credentials);
    flags.add("--cert-dir=" + node.directory().resolve("pki"));
    List<String> configuration = new ArrayList<>(configuration(keys));
    List<String> program =
        switch (kind) {
          case GO -> {
            if (goKubelet == null) {
              goKubelet = GoKubelet.prepare(node.cgroupRoot());
            }
            configuration.addAll(GoKubelet.configuration(node));
            yield List.of(programs.kubelet());
          }
          case JUBELET -> KubeletProcess.jubelet();
        };
    configuration.addAll(List.of(moreConfiguration));
    return node.launchKubelet(program, flags, configuration);
  }

  /** What every kubelet of a cluster is told. */
  public static List<String> configuration(ClusterKeys keys) {
    return List.of(
        "authentication:",
        "  anonymous: {enabled: false}",
        "  webhook: {enabled: true}",
        "  x509: {clientCAFile: " + keys.authority() + "}",
        "authorization: {mode: Webhook}",
        "clusterDNS: [10.96.0.10]",
        "clusterDomain: cluster.local",
        "maxPods: 250");
  }

  /** By the API, and by the runtime's word in the newest heartbeat. */
  public void awaitReady() {
    Await.until(
        "node " + name() + " is ready",
        READY,
        () -> readiness().equals("True"),
        () -> kubectl.attempt("describe", "node", name()).out() + kubelet().lastLines(60));
  }

  /** The status of its condition Ready; "" when there is none. */
  public String readiness() {
    Tool.Result result =
        kubectl.attempt(
            "get",
            "node",
            name(),
            "-o",
            "jsonpath={.status.conditions[?(@.type=='Ready')].status}");
    return result.ok() ? result.out().strip() : "";
  }

  @Override
  public void close() {
    try {
      node.close();
    } finally {
      if (goKubelet != null) {
        goKubelet.close();
      }
    }
  }
}
