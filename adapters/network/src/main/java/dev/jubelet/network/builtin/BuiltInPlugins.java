package dev.jubelet.network.builtin;

import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.plugin.CniPlugin;
import dev.jubelet.network.plugin.Plugins;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Plugins of our own, by the type under which a configuration names them. */
public final class BuiltInPlugins {
  private BuiltInPlugins() {}

  /**
   * For the host in whose network namespace this process runs.
   *
   * @param owner the directory of the runtime, which tells its links from those of another
   */
  public static Function<Plugins, Map<String, CniPlugin>> here(Path owner) {
    return in(NetworkNamespace::current, owner);
  }

  /**
   * @param host opens the namespace that takes the host's part; whoever asks closes it
   */
  public static Function<Plugins, Map<String, CniPlugin>> in(
      Supplier<NetworkNamespace> host, Path owner) {
    HostNetwork network = new HostNetwork(host, owner);
    return plugins ->
        Map.of(
            "loopback", new Loopback(),
            "host-local", new HostLocal(),
            "bridge", new Bridge(network, plugins),
            "portmap", new PortMap(network),
            "noop", new Noop());
  }
}
