package dev.jubelet.app.embedded;

import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.network.config.ConfigDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The network of pods on a machine where nobody configured one. Nothing beneath /etc is written.
 */
final class OwnNetwork {
  /** Where Kubernetes' nodes have their networks. */
  static final Path USUAL = Path.of("/etc/cni/net.d");

  private static final PodNetwork NETWORK =
      new PodNetwork("jubelet", "jubelet0", "10.88.0.0/16", true);

  private OwnNetwork() {}

  /**
   * The directory whose networks count. It is decided once: a pod's network should not change
   * because a file came meanwhile.
   *
   * @param named by the user; then only that one
   * @param offered whether ours may stand in for the usual one
   * @param root ours lies beneath it
   */
  static Path directory(Optional<Path> named, boolean offered, Path usual, Path root)
      throws IOException {
    if (named.isPresent()) {
      return named.get();
    }
    if (!offered || new ConfigDirectory(usual).read().network().isPresent()) {
      return usual;
    }
    Path own = Files.createDirectories(root.resolve("net.d"));
    Path addresses = root.resolve("addresses");
    Files.writeString(own.resolve("10-jubelet.conflist"), NETWORK.conflist(addresses));
    return own;
  }
}
