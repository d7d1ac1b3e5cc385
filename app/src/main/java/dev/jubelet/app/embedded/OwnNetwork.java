package dev.jubelet.app.embedded;

import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.network.builtin.FreeRange;
import dev.jubelet.network.config.ConfigDirectory;
import dev.jubelet.network.config.NetworkList;
import dev.jubelet.network.result.IpNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The network of pods on a machine where nobody configured one: a bridge and a range of addresses
 * that no other runtime here has. Nothing beneath /etc is written.
 */
final class OwnNetwork {
  /** Where Kubernetes' nodes have their networks. */
  static final Path USUAL = Path.of("/etc/cni/net.d");

  private static final String FILE = "10-jubelet.conflist";
  private static final Pattern BRIDGE = Pattern.compile("\"bridge\": *\"([^\"]+)\"");
  private static final Pattern SUBNET = Pattern.compile("\"subnet\": *\"([^\"]+)\"");
  // Neither Docker nor Podman nor the usual clusters begin here.
  private static final List<String> BLOCKS = List.of("10.208.0.0", "172.28.0.0");
  private static final int PREFIX = 20;
  private static final List<Integer> RANGES = List.of(256, 64);

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
    if (!isStillGood(own, root)) {
      String text = chosen(root).conflist(root.resolve("addresses"));
      AtomicFile.write(own.resolve(FILE), text, "rw-------");
    }
    return own;
  }

  /** It stays while pods are in it, and for as long as nobody else came to use its addresses. */
  private static boolean isStillGood(Path own, Path root) throws IOException {
    Optional<NetworkList> network = new ConfigDirectory(own).read().network();
    if (network.isEmpty()) {
      return false;
    }
    Matcher bridge = BRIDGE.matcher(network.get().text());
    Matcher subnet = SUBNET.matcher(network.get().text());
    if (!bridge.find() || !subnet.find()) {
      // Somebody wrote another network there, and meant it.
      return true;
    }
    return hasPods(root) || FreeRange.isFree(IpNetwork.parse(subnet.group(1)), bridge.group(1));
  }

  private static boolean hasPods(Path root) throws IOException {
    Path results = root.resolve("networks").resolve("results");
    if (!Files.isDirectory(results)) {
      return false;
    }
    try (Stream<Path> attached = Files.list(results)) {
      return attached.findAny().isPresent();
    }
  }

  private static PodNetwork chosen(Path root) {
    int hash = root.toAbsolutePath().normalize().toString().hashCode() & 0xffffff;
    String name = "jubelet-%06x".formatted(hash);
    List<IpNetwork> candidates = new ArrayList<>();
    for (int block = 0; block < BLOCKS.size(); block++) {
      int count = RANGES.get(block);
      for (int i = 0; i < count; i++) {
        // Each directory begins elsewhere, so that two that start together differ.
        long number = ((long) hash + i) % count;
        candidates.add(
            new IpNetwork(
                IpNetwork.plus(IpNetwork.address(BLOCKS.get(block)), number << (32 - PREFIX)),
                PREFIX));
      }
    }
    return new PodNetwork(name, name, FreeRange.first(candidates, name).toString(), true);
  }
}
