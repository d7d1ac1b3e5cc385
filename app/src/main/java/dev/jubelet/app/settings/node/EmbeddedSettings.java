package dev.jubelet.app.settings.node;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.runtime.settings.RuntimeSettings;
import dev.jubelet.runtime.settings.RuntimeSettingsBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An embedded runtime and what it stands on.
 *
 * @param registries a directory with {@code HOST/hosts.toml}
 */
public record EmbeddedSettings(
    RuntimeSettings runtime, Path registries, Networks networks, Handlers handlers) {
  public static final Path ROOT = Path.of("/var/lib/jubelet/runtime");
  public static final Path RUN = Path.of("/run/jubelet");
  private static final Path REGISTRIES = Path.of("/etc/containerd/certs.d");
  private static final Path SECCOMP = Path.of("/var/lib/kubelet/seccomp");

  /**
   * @param configurations a directory with CNI configurations; empty for the machine's usual one
   * @param plugins directories with CNI plugins; empty for the machine's usual ones
   * @param choice which plugin counts where we have one of our own and a program is installed
   * @param own whether a network of ours is offered when nobody named a directory and the usual one
   *     has none: in a cluster it is the cluster's to bring one
   */
  public record Networks(
      Optional<Path> configurations,
      List<Path> plugins,
      InstalledPlugins.Choice choice,
      boolean own) {
    public Networks {
      configurations = configurations.map(EmbeddedSettings::absolute);
      plugins = List.copyOf(plugins);
    }
  }

  /**
   * @param chosen the default OCI runtime, by name; empty for the best that works here
   * @param more further OCI runtimes by the name that runtime classes use
   */
  public record Handlers(String chosen, Map<String, Path> more) {
    public Handlers {
      more = Map.copyOf(more);
    }
  }

  public EmbeddedSettings {
    registries = absolute(registries);
  }

  /**
   * As without further options.
   *
   * @param run null: as the root says, so that two roots have two
   */
  public static EmbeddedSettings at(Path root, @Nullable Path run) {
    Path place = absolute(root);
    return new EmbeddedSettings(
        new RuntimeSettings(
            place,
            run == null ? runOf(place) : absolute(run),
            CgroupDriver.CGROUPFS,
            SECCOMP,
            List.of()),
        REGISTRIES,
        new Networks(Optional.empty(), List.of(), InstalledPlugins.Choice.BUILT_IN, true),
        new Handlers("", Map.of()));
  }

  private static Path runOf(Path root) {
    return root.equals(ROOT)
        ? RUN.resolve("runtime")
        : RUN.resolve("at-%08x".formatted(root.toString().hashCode()));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  public EmbeddedSettings with(CgroupDriver driver) {
    return new EmbeddedSettings(
        RuntimeSettingsBuilder.builder(runtime).cgroupDriver(driver).build(),
        registries,
        networks,
        handlers);
  }

  /** For a node whose cluster brings the network. */
  public EmbeddedSettings withoutOwnNetwork() {
    Networks others =
        new Networks(networks.configurations(), networks.plugins(), networks.choice(), false);
    return new EmbeddedSettings(runtime, registries, others, handlers);
  }
}
