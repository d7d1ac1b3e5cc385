package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Crictl;
import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.critest.JubeletCri;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Walks over a machine and writes down what a {@link SocketNode} has on it. */
public final class SocketSurvey {
  private static final Set<String> KEPT_CGROUPS =
      Set.of("", "kubepods", "kubepods/burstable", "kubepods/besteffort");

  /** What the Go kubelet keeps about itself. */
  private static final Set<String> KEPT_FILES =
      Set.of("actuated_pods_state", "allocated_pods_state", "cpu_manager_state");

  private static final Path CONTAINER_LINKS = Path.of("/var/log/containers");

  private final SocketNode node;
  private final Crictl crictl;

  public SocketSurvey(SocketNode node, Path crictl) {
    this.node = node;
    this.crictl = node.crictl(crictl);
  }

  public Ledger take() {
    Map<String, List<String>> lists = new TreeMap<>();
    lists.put("sandbox", ids(crictl.sandboxes()));
    lists.put("container", ids(crictl.containers()));
    lists.put(
        "process",
        processes(node.directory(), node.cgroupRoot()).stream()
            .map(ProcessTable.Entry::commandLine)
            .toList());
    lists.put(
        "mount",
        MountTable.read().beneath(node.directory()).stream()
            .map(mount -> mount.point() + " " + mount.type())
            .toList());
    lists.put("named network namespace", tree(Path.of("/run/netns")));
    lists.put("link", links());
    lists.put("address", addresses());
    lists.put("reserved address", reserved());
    lists.put("cgroup", cgroups());
    lists.put("file", files());
    lists.put("log link", logLinks());
    return Ledger.of(lists);
  }

  private static List<String> ids(List<Document> items) {
    return items.stream().map(item -> item.at("id").text()).toList();
  }

  /** Those with a path of the node on their command line, and those in its pods' groups. */
  static List<ProcessTable.Entry> processes(Path directory, String cgroupRoot) {
    List<Long> members = new ArrayList<>();
    for (Path top : HostCgroups.directories(cgroupRoot)) {
      for (Path group : HostCgroups.beneath(top)) {
        try (Stream<String> lines = Files.lines(group.resolve("cgroup.procs"))) {
          lines.map(String::strip).map(Long::valueOf).forEach(members::add);
        } catch (IOException | UncheckedIOException gone) {
          // Groups come and go while one looks.
        }
      }
    }
    return ProcessTable.now().stream()
        .filter(entry ->
            members.contains(entry.pid()) || entry.commandLine().contains(directory.toString()))
        .toList();
  }

  static void kill(ProcessTable.Entry entry) {
    boolean _ = ProcessTable.kill(entry.pid());
  }

  /** By name alone: flags and hardware address of a bridge follow its ports. */
  private List<String> links() {
    return node.namespace()
        .in("ip", "-o", "link")
        .run()
        .lines()
        .map(line -> line.split("[:@ ]+", 3)[1])
        .toList();
  }

  private List<String> addresses() {
    return node.namespace()
        .in("ip", "-o", "addr")
        .run()
        .lines()
        .map(line -> line.split("\\s+"))
        .filter(words -> !words[3].startsWith("fe80:"))
        .map(words -> words[1] + " " + words[3])
        .toList();
  }

  private List<String> reserved() {
    return tree(node.addresses()).stream()
        .filter(file -> !file.contains("last_reserved_ip") && !file.endsWith("/lock"))
        .toList();
  }

  private List<String> cgroups() {
    List<String> found = new ArrayList<>();
    for (Path hierarchy : HostCgroups.hierarchies()) {
      Path root = hierarchy.resolve(node.cgroupRoot());
      HostCgroups.beneath(root).stream()
          .filter(group -> !KEPT_CGROUPS.contains(root.relativize(group).toString()))
          .forEach(group -> found.add(group.toString()));
    }
    return found;
  }

  /** Of the kubelet and of the runtime: records, bundles, sockets, roots, logs. */
  private List<String> files() {
    Path runtime = JubeletCri.root(node.directory());
    Stream<String> kubelet =
        Stream.concat(tree(node.root()).stream(), tree(node.logs()).stream())
            .filter(file ->
                !KEPT_FILES.contains(node.root().relativize(Path.of(file)).getName(0).toString()));
    Stream<String> ours =
        Stream.of(
                runtime.resolve("sandboxes"),
                runtime.resolve("containers"),
                runtime.resolve("networks"),
                runtime.resolve("images/roots"),
                node.directory().resolve("run"))
            .flatMap(place -> tree(place).stream());
    return Stream.concat(kubelet, ours).toList();
  }

  private List<String> logLinks() {
    if (!Files.isDirectory(CONTAINER_LINKS)) {
      return List.of();
    }
    Tool find = Tool.of("find", CONTAINER_LINKS.toString(), "-type", "l", "-printf", "%p %l\\n");
    return find.run().lines().filter(line -> line.contains(" " + node.directory() + "/")).toList();
  }

  private static List<String> tree(Path place) {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    // Files vanish while one looks, and find says so with its exit code.
    return Tool.of("find", place.toString(), "-mindepth", "1").attempt().out().lines().toList();
  }
}
