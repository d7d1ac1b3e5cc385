package dev.jubelet.app.command;

import dev.jubelet.app.logging.NodeLogging;
import dev.jubelet.app.settings.ClusterFlags;
import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.ports.Journal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "kubelet",
    description = {
      "Runs a node: keeps the pods of a directory, a URL or a cluster running through a container"
          + " runtime.",
      "Configuration is a KubeletConfiguration file; a flag wins over files, a drop-in file over"
          + " --config, and all of them over the defaults (jubelet config defaults)."
    },
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  jubelet kubelet --config /etc/jubelet/config.yaml",
      "  jubelet kubelet --pod-manifest-path /etc/kubernetes/manifests -v 4",
      "  jubelet kubelet --config config.yaml --kubeconfig /etc/kubernetes/kubelet.conf",
      "  jubelet kubelet --container-runtime-endpoint embedded --pod-manifest-path manifests",
      "  jubelet kubelet --config config.yaml --config-dir config.d --hostname-override worker-1",
    })
public final class KubeletCommand implements Callable<Integer> {
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

  @Option(names = "--config", paramLabel = "FILE", description = "The node's configuration.")
  private @Nullable Path config;

  @Option(
      names = "--config-dir",
      paramLabel = "DIR",
      description = "Drop-in files (*.conf) over --config, in the order of their names.")
  private @Nullable Path configDir;

  @Option(
      names = "--hostname-override",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The node's name. Default: the machine's.")
  private String hostnameOverride = "";

  @Option(
      names = "--node-ip",
      paramLabel = "IP[,IP]",
      defaultValue = "",
      description = "The node's addresses. Default: that of the default route.")
  private String nodeIp = "";

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      defaultValue = "/var/lib/kubelet",
      description = "Where pods have their directories. Default: ${DEFAULT-VALUE}.")
  private Path rootDir = KubeletFlags.ROOT_DIR;

  @Option(
      names = "--cert-dir",
      paramLabel = "DIR",
      description = "Where certificates and their keys are. Default: pki beneath --root-dir.")
  private @Nullable Path certDir;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "SOCKET",
      defaultValue = "",
      description = {
        "containerRuntimeEndpoint, such as unix:///run/containerd/containerd.sock;",
        "'embedded' for the runtime inside this process."
      })
  private String containerRuntimeEndpoint = "";

  @Option(
      names = "--pod-manifest-path",
      paramLabel = "PATH",
      defaultValue = "",
      description = "staticPodPath: a directory or file with manifests.")
  private String podManifestPath = "";

  @Option(
      names = "--manifest-url",
      paramLabel = "URL",
      defaultValue = "",
      description = "staticPodURL: an address that answers with manifests.")
  private String manifestUrl = "";

  @Option(
      names = "--manifest-url-header",
      paramLabel = "NAME:VALUE",
      split = ",",
      description = "staticPodURLHeader: sent with every request to --manifest-url.")
  private List<String> manifestUrlHeaders = List.of();

  @Option(
      names = "--image-credential-provider-config",
      paramLabel = "PATH",
      description = "A CredentialProviderConfig, or a directory of them.")
  private @Nullable Path imageCredentialProviderConfig;

  @Option(
      names = "--image-credential-provider-bin-dir",
      paramLabel = "DIR",
      description = "The programs that --image-credential-provider-config names.")
  private @Nullable Path imageCredentialProviderBinDir;

  @Option(
      names = {"--log-format", "--logging-format"},
      paramLabel = "FORMAT",
      defaultValue = "",
      description = "logging.format: text or json.")
  private String logFormat = "";

  @Option(
      names = {"-v", "--v"},
      paramLabel = "N",
      description = "logging.verbosity: 4 shows details, 6 also those of libraries.")
  private @Nullable Integer verbosity;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The cluster to join, and who we are there. Without it the node stands alone.")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--bootstrap-kubeconfig",
      paramLabel = "FILE",
      description = "How to ask for what --kubeconfig is to have, when there is no such file yet.")
  private @Nullable Path bootstrapKubeconfig;

  @Option(
      names = "--register-node",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      description = "registerNode: whether we make the node's object.")
  private @Nullable Boolean registerNode;

  @Option(
      names = "--node-labels",
      paramLabel = "KEY=VALUE,...",
      defaultValue = "",
      description = "Labels of the node's object when it is made.")
  private String nodeLabels = "";

  @Option(
      names = "--register-with-taints",
      paramLabel = "KEY=VALUE:EFFECT,...",
      defaultValue = "",
      description = "registerWithTaints: taints of the node's object when it is made.")
  private String registerWithTaints = "";

  @Option(
      names = "--runtime-root",
      paramLabel = "DIR",
      defaultValue = "/var/lib/jubelet/runtime",
      description = "Images and containers of the embedded runtime. Default: ${DEFAULT-VALUE}.")
  private Path runtimeRoot = EmbeddedSettings.ROOT;

  @Option(
      names = "--cri-listen",
      paramLabel = "unix:///PATH",
      defaultValue = "",
      description = {
        "A socket on which the embedded runtime is offered as CRI v1 too: for crictl. Default:"
            + " none."
      })
  private String criListen = "";

  @Mixin private RuntimeOptions runtime = new RuntimeOptions();

  @Option(names = "--version", versionHelp = true, description = "Shows the version.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean version;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final NodeRunner runner;

  KubeletCommand(NodeRunner runner) {
    this.runner = runner;
  }

  @Override
  public Integer call() throws Exception {
    ConfigurationLoader.Loaded loaded = ConfigurationLoader.load(flags(), hostname());
    NodeConfig node = loaded.config();
    if (node == null) {
      loaded.errors().forEach(error -> spec.commandLine().getErr().println("error: " + error));
      spec.commandLine()
          .getErr()
          .println("correct the above; 'jubelet config check FILE' tests it");
      spec.commandLine().getErr().flush();
      return 1;
    }
    NodeLogging logging =
        NodeLogging.install(
            new FileOutputStream(FileDescriptor.err),
            node.reporting().log().format(),
            node.reporting().log().verbosity());
    for (String warning : loaded.warnings()) {
      warn(logging, warning);
    }
    try {
      return runner.run(node, logging.journal());
    } finally {
      Reference.reachabilityFence(logging);
    }
  }

  private static void warn(NodeLogging logging, String warning) {
    logging.journal().write(Journal.Level.WARNING, "Configuration", warning);
  }

  private KubeletFlags flags() {
    return new KubeletFlags(
        new KubeletFlags.Files(config, configDir),
        new KubeletFlags.Host(hostnameOverride, nodeIp, rootDir),
        new KubeletFlags.Runtime(
            containerRuntimeEndpoint, runtime.settings(runtimeRoot), criListen),
        new KubeletFlags.StaticPods(podManifestPath, manifestUrl, manifestUrlHeaders),
        new KubeletFlags.Log(logFormat, verbosity),
        new KubeletFlags.CredentialProviders(
            imageCredentialProviderConfig, imageCredentialProviderBinDir),
        new ClusterFlags(
            kubeconfig,
            bootstrapKubeconfig,
            certDir,
            registerNode,
            nodeLabels,
            registerWithTaints));
  }

  public static String hostname() throws IOException {
    return Files.readString(HOSTNAME).strip();
  }
}
