package dev.jubelet.app.settings;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.runtime.oci.Rlimit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the command line that is about the embedded runtime; null for what was not given.
 *
 * @param listen a socket on which a node offers its runtime to others; "" for none
 */
public record EmbeddedFlags(
    Path root,
    @Nullable Path run,
    @Nullable Path registries,
    @Nullable Path networks,
    List<Path> plugins,
    String handler,
    Map<String, Path> handlers,
    List<Rlimit> ulimits,
    String listen) {
  public static final EmbeddedFlags NONE =
      new EmbeddedFlags(
          EmbeddedSettings.ROOT, null, null, null, List.of(), "", Map.of(), List.of(), "");

  public EmbeddedFlags {
    plugins = List.copyOf(plugins);
    handlers = Map.copyOf(handlers);
    ulimits = List.copyOf(ulimits);
  }

  /** For a node that keeps everything in places of its own. */
  public static EmbeddedFlags in(Path root, Path run, Path networks) {
    return new EmbeddedFlags(root, run, null, networks, List.of(), "", Map.of(), List.of(), "");
  }

  /**
   * @param ownNetwork whether ours is offered where there is none
   */
  public EmbeddedSettings settings(boolean ownNetwork, CgroupDriver cgroupDriver) {
    EmbeddedSettings settings =
        EmbeddedSettings.at(root, run)
            .withNetworks(Optional.ofNullable(networks), plugins, ownNetwork)
            .withHandlers(handler, handlers, cgroupDriver)
            .withUlimits(ulimits);
    return registries == null ? settings : settings.withRegistries(registries);
  }
}
