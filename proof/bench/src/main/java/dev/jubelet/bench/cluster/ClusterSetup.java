package dev.jubelet.bench.cluster;

import dev.jubelet.acceptance.cluster.ClusterKeys;
import dev.jubelet.acceptance.cluster.ClusterNode;
import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.acceptance.cluster.KubeletKind;
import dev.jubelet.bench.node.BenchNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Name, directories, configuration and credentials of one of the two kubelets. */
final class ClusterSetup {
  private final BenchNode node;
  private final ClusterKeys keys;
  private final String server;
  private final KubeletKind kind;

  ClusterSetup(BenchNode node, ClusterKeys keys, String server, KubeletKind kind) {
    this.node = node;
    this.keys = keys;
    this.server = server;
    this.kind = kind;
  }

  String name() {
    return "bench-" + kind.name().toLowerCase(Locale.ROOT);
  }

  /** Writes the files that they name. */
  List<String> arguments() throws IOException {
    Path directory = Files.createDirectories(node.directory().resolve(name()));
    String identity = "node-" + name();
    if (!Files.exists(keys.certificate(identity))) {
      keys.sign(identity, "/O=system:nodes/CN=system:node:" + name());
    }
    Path kubeconfig = keys.kubeconfig(directory.resolve("kubeconfig"), server, identity);
    Path config = Files.write(directory.resolve("kubelet.yaml"), configuration());
    return List.of(
        "--config=" + config,
        "--root-dir=" + directory.resolve("root"),
        "--cert-dir=" + directory.resolve("pki"),
        "--kubeconfig=" + kubeconfig,
        "--hostname-override=" + name(),
        "--node-ip=" + BenchNode.ADDRESS);
  }

  private List<String> configuration() throws IOException {
    List<String> more = new ArrayList<>(ClusterNode.configuration(keys));
    if (kind == KubeletKind.GO) {
      more.addAll(GoKubelet.configuration(node.directory()));
    }
    return node.configurationWith(more);
  }
}
