package dev.jubelet.app.settings;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of {@code jubelet kubelet}; null and "" stand for one that was not given. */
public final class KubeletFlags {
  @Option(names = "--config", paramLabel = "FILE", description = "The node's configuration.")
  @Nullable Path config;

  @Option(
      names = "--config-dir",
      paramLabel = "DIR",
      description = "Drop-in files (*.conf) over --config, in the order of their names.")
  @Nullable Path configDir;

  @Option(
      names = "--hostname-override",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The node's name. Default: the machine's.")
  String hostnameOverride = "";

  @Option(
      names = "--node-ip",
      paramLabel = "IP[,IP]",
      defaultValue = "",
      description = "The node's addresses. Default: that of the default route.")
  String nodeIp = "";

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      defaultValue = "/var/lib/kubelet",
      description = "Where pods have their directories. Default: ${DEFAULT-VALUE}.")
  Path rootDir = Path.of("/var/lib/kubelet");

  @Option(
      names = "--share-cgroup-root",
      description = {
        "Starts although another kubelet has pods below the same cgroupRoot. Each leaves the pods"
            + " of the other alone; a Go kubelet does not, and ends ours."
      })
  boolean shareCgroupRoot;

  @Option(
      names = "--cert-dir",
      paramLabel = "DIR",
      description = "Where certificates and their keys are. Default: pki beneath --root-dir.")
  @Nullable Path certDir;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "SOCKET",
      defaultValue = "",
      description = {
        "containerRuntimeEndpoint, such as unix:///run/containerd/containerd.sock;",
        "'embedded' for the runtime inside this process."
      })
  String containerRuntimeEndpoint = "";

  @Option(
      names = "--pod-manifest-path",
      paramLabel = "PATH",
      defaultValue = "",
      description = "staticPodPath: a directory or file with manifests.")
  String podManifestPath = "";

  @Option(
      names = "--manifest-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "staticPodURL: an address that answers with manifests.")
  String manifestUrl = "";

  @Option(
      names = "--manifest-url-header",
      paramLabel = "NAME:VALUE",
      split = ",",
      description = "staticPodURLHeader: sent with every request to --manifest-url.")
  List<String> manifestUrlHeaders = List.of();

  @Option(
      names = "--image-credential-provider-config",
      paramLabel = "PATH",
      description = "A CredentialProviderConfig, or a directory of them.")
  @Nullable Path imageCredentialProviderConfig;

  @Option(
      names = "--image-credential-provider-bin-dir",
      paramLabel = "DIR",
      description = "The programs that --image-credential-provider-config names.")
  @Nullable Path imageCredentialProviderBinDir;

  @Option(
      names = {"--log-format", "--logging-format"},
      paramLabel = "FORMAT",
      defaultValue = "",
      description = "logging.format: text or json.")
  String logFormat = "";

  @Option(
      names = {"-v", "--v"},
      paramLabel = "N",
      description = "logging.verbosity: 4 shows details, 6 also those of libraries.")
  @Nullable Integer verbosity;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The cluster to join, and who we are there. Without it the node stands alone.")
  @Nullable Path kubeconfig;

  @Option(
      names = "--bootstrap-kubeconfig",
      paramLabel = "FILE",
      description = "How to ask for what --kubeconfig is to have, when there is no such file yet.")
  @Nullable Path bootstrapKubeconfig;

  @Option(
      names = "--register-node",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description = "registerNode: whether we make the node's object.")
  @Nullable Boolean registerNode;

  @Option(
      names = "--node-labels",
      paramLabel = "KEY=VALUE,...",
      defaultValue = "",
      description = "Labels of the node's object when it is made.")
  String nodeLabels = "";

  @Option(
      names = "--register-with-taints",
      paramLabel = "KEY=VALUE:EFFECT,...",
      defaultValue = "",
      description = "registerWithTaints: taints of the node's object when it is made.")
  String registerWithTaints = "";

  @Option(
      names = "--runtime-root",
      paramLabel = "DIR",
      defaultValue = "/var/lib/jubelet/runtime",
      description = "Images and containers of the embedded runtime. Default: ${DEFAULT-VALUE}.")
  Path runtimeRoot = EmbeddedSettings.ROOT;

  @Option(
      names = "--cri-listen",
      paramLabel = "unix:///PATH",
      defaultValue = "",
      description = {
        "A socket on which the embedded runtime is offered as CRI v1 too: for crictl. Default:"
            + " none."
      })
  String criListen = "";

  @Option(
      names = "--exec-needs-create",
      description = {
        "exec, attach and port-forward need the verb create on nodes/proxy. Kubernetes is content"
            + " with get when a client uses WebSockets. Default: as Kubernetes."
      })
  boolean execNeedsCreate;

  @Option(
      names = "--forbid-probe-host",
      description = {
        "Refuses pods whose probes or hooks name a host: the node calls it from its own network."
            + " Default: any host, as Kubernetes."
      })
  boolean forbidProbeHost;

  @Mixin RuntimeOptions runtime = new RuntimeOptions();

  /** Counts when the endpoint is the runtime inside of the node. */
  public EmbeddedSettings embedded() {
    return runtime.settings(runtimeRoot);
  }

  /** As if somebody had typed these words. */
  public static KubeletFlags of(String... words) {
    return CommandLine.populateCommand(new KubeletFlags(), words);
  }
}
