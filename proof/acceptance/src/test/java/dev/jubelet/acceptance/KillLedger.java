package dev.jubelet.acceptance;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.netlink.Link;
import dev.jubelet.linux.netlink.Links;
import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.linux.network.NetlinkSocket;
import dev.jubelet.linux.network.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Everything that an {@link EmbeddedNode} occupies, whoever made it. */
final class KillLedger {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

  private KillLedger() {}

  static Ledger of(EmbeddedNode node) throws IOException {
    Map<String, List<String>> lists = new TreeMap<>();
    lists.put("file", files(node.directory()));
    lists.put(
        "mount",
        MountTable.read().beneath(node.directory()).stream().map(MountTable.Mount::point).toList());
    try (NetworkNamespace host = NetworkNamespace.open(node.hostNetwork())) {
      lists.put("link", host.run(KillLedger::links));
      lists.put("packet rule", host.run(KillLedger::rules));
    }
    lists.put("cgroup", cgroups(node.cgroupParent().substring(1)));
    lists.put("process", processes(node.directory().toString()));
    return Ledger.of(lists);
  }

  /** All but what is the kubelet's, and what is inside of layers. */
  private static List<String> files(Path directory) throws IOException {
    List<String> found = new ArrayList<>();
    for (String place : List.of("root", "run", "net-state", "ipam")) {
      found.addAll(files(directory, directory.resolve(place), Integer.MAX_VALUE));
    }
    found.addAll(files(directory, directory.resolve("images"), 3));
    found.removeIf(file -> file.matches("images/layers/[0-9a-f]{64}/.*"));
    return found;
  }

  private static List<String> files(Path directory, Path place, int depth) throws IOException {
    if (!Files.exists(place)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(place, depth)) {
      return all.map(file -> directory.relativize(file).toString()).toList();
    } catch (UncheckedIOException vanished) {
      // Whoever waits for an end looks again.
      return List.of("something that was just going: " + vanished.getMessage());
    }
  }

  private static List<String> links() {
    try (NetlinkSocket socket = new NetlinkSocket(NetlinkSocket.ROUTE)) {
      return new Links(socket).list().stream().map(Link::name).toList();
    }
  }

  private static List<String> rules() {
    List<String> found = new ArrayList<>();
    for (String chain : List.of("hostports", "masquerading")) {
      new NfTable(NfTable.Family.IPV4, "cni_hostport")
          .rules(chain)
          .forEach(rule -> found.add(chain + " " + rule.comment()));
    }
    new NfTable(NfTable.Family.BOTH, "cni_plugins_masquerade")
        .rules("masq_checks")
        .forEach(rule -> found.add("masq_checks " + rule.comment()));
    return found;
  }

  private static List<String> cgroups(String parent) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> hierarchies = Files.list(CGROUPS)) {
      for (Path hierarchy : hierarchies.toList()) {
        Path top = hierarchy.resolve(parent);
        if (Files.isDirectory(top)) {
          try (Stream<Path> all = Files.walk(top)) {
            all.filter(Files::isDirectory).map(Path::toString).forEach(found::add);
          } catch (UncheckedIOException vanished) {
            found.add("something that was just going: " + vanished.getMessage());
          }
        }
      }
    }
    return found;
  }

  private static List<String> processes(String directory) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.map(each -> each.info().commandLine().orElse(""))
          .filter(line -> line.contains(directory))
          .toList();
    }
  }
}
