package dev.jubelet.app.command;

import dev.jubelet.app.logging.NodeLogging;
import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.ports.Journal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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

  @Mixin private KubeletFlags flags = new KubeletFlags();

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
    ConfigurationLoader.Loaded loaded = ConfigurationLoader.load(flags, hostname());
    NodeConfig node = loaded.config();
    if (node == null) {
      loaded.errors().forEach(error -> spec.commandLine().getErr().println("error: " + error));
      spec.commandLine()
          .getErr()
          .println("correct the above; 'jubelet config check FILE' tests it");
      spec.commandLine().getErr().flush();
      return 1;
    }
    Journal journal =
        NodeLogging.install(
            new FileOutputStream(FileDescriptor.err),
            node.reporting().log().format(),
            node.reporting().log().verbosity());
    for (String warning : loaded.warnings()) {
      journal.write(Journal.Level.WARNING, "Configuration", warning);
    }
    return runner.run(node, journal);
  }

  public static String hostname() throws IOException {
    return Files.readString(HOSTNAME).strip();
  }
}
