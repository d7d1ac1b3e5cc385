package dev.jubelet.app.settings;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.runtime.oci.Rlimit;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where an embedded runtime has its things.
 *
 * @param root what must outlive a reboot; one process works in it at a time
 * @param run what need not; short, since sockets lie in it
 * @param registries a directory with {@code HOST/hosts.toml}
 * @param networks a directory with CNI configurations; empty for the machine's usual one
 * @param plugins directories with CNI plugins; empty for the machine's usual ones
 * @param ownNetwork whether a network of ours is offered when nobody named a directory and the
 *     usual one has none: in a cluster it is the cluster's to bring one
 * @param handler the default OCI runtime, by name; empty for the best that works here
 * @param handlers further OCI runtimes by the name that runtime classes use
 * @param ulimits of every container; what is not among them is inherited from this process
 */
@RecordBuilder
public record EmbeddedSettings(
    Path root,
    Path run,
    Path registries,
    Optional<Path> networks,
    List<Path> plugins,
    boolean ownNetwork,
    String handler,
    Map<String, Path> handlers,
    CgroupDriver cgroupDriver,
    List<Rlimit> ulimits) {
  public static final Path ROOT = Path.of("/var/lib/jubelet/runtime");
  public static final Path RUN = Path.of("/run/jubelet");
  public static final Path REGISTRIES = Path.of("/etc/containerd/certs.d");

  public EmbeddedSettings {
    plugins = List.copyOf(plugins);
    handlers = Map.copyOf(handlers);
    ulimits = List.copyOf(ulimits);
  }

  /**
   * As on the command line.
   *
   * @param run null: as the root says, so that two roots have two
   */
  public static EmbeddedSettings at(Path root, @Nullable Path run) {
    Path place = root.toAbsolutePath().normalize();
    return new EmbeddedSettings(
        place,
        run == null ? runOf(place) : run.toAbsolutePath().normalize(),
        REGISTRIES,
        Optional.empty(),
        List.of(),
        true,
        "",
        Map.of(),
        CgroupDriver.CGROUPFS,
        List.of());
  }

  private static Path runOf(Path root) {
    return root.equals(ROOT)
        ? RUN.resolve("runtime")
        : RUN.resolve("at-%08x".formatted(root.toString().hashCode()));
  }

  public EmbeddedSettings withNetworks(
      Optional<Path> configurations, List<Path> programs, boolean ownOne) {
    return EmbeddedSettingsBuilder.builder(this)
        .networks(configurations.map(path -> path.toAbsolutePath().normalize()))
        .plugins(programs)
        .ownNetwork(ownOne)
        .build();
  }

  public EmbeddedSettings withRegistries(Path directory) {
    return EmbeddedSettingsBuilder.builder(this)
        .registries(directory.toAbsolutePath().normalize())
        .build();
  }

  public EmbeddedSettings withHandlers(
      String chosen, Map<String, Path> more, CgroupDriver newCgroupDriver) {
    return EmbeddedSettingsBuilder.builder(this)
        .handler(chosen)
        .handlers(more)
        .cgroupDriver(newCgroupDriver)
        .build();
  }

  public EmbeddedSettings withUlimits(List<Rlimit> limits) {
    return EmbeddedSettingsBuilder.builder(this).ulimits(limits).build();
  }
}
