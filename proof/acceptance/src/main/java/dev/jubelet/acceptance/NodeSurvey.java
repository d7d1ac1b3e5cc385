package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.mount.MountTable;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Walks over a machine and writes down what belongs to one node. */
public final class NodeSurvey {
  static final String CGROUP_PREFIX = "jubelet-test-";

  private static final Set<String> KEPT_CGROUPS =
      Set.of("", "kubepods", "kubepods/burstable", "kubepods/besteffort");

  /** What Jubelet keeps about itself, claims and images, and what the Go kubelet does. */
  private static final Set<String> KEPT_FILES =
      Set.of(
          "jubelet",
          "jubelet-run",
          "image_manager",
          "volume-claims",
          "claim-users",
          "actuated_pods_state",
          "allocated_pods_state",
          "cpu_manager_state");

  private static final Pattern STRAY_CGROUP =
      Pattern.compile("[0-9a-f]{64}|k8s\\.io|kubepods.*|pod[0-9a-f-]{32,}");
  private static final Path CONTAINER_LINKS = Path.of("/var/log/containers");

  private final Subject subject;
  private final Running running;
  private final Path directory;
  private final NodeNamespace namespace;

  /**
   * A node.
   *
   * @param directory beneath which everything of the node lies
   * @param cgroupRoot without slash
   * @param addresses where those of pods are reserved
   * @param files directories whose every file counts, but for what a kubelet keeps
   * @param records directories whose every file counts
   */
  public record Subject(
      Path directory,
      NodeNamespace namespace,
      String cgroupRoot,
      Path addresses,
      List<Path> files,
      List<Path> records) {
    public Subject {
      files = List.copyOf(files);
      records = List.copyOf(records);
    }
  }

  /** What else is asked of it, each time. */
  public interface Running {
    /** Of the runtime, by kind. */
    Map<String, List<String>> kept();

    List<ProcessTable.Entry> processes();
  }

  public NodeSurvey(Subject subject, Running running) {
    this.subject = subject;
    this.running = running;
    this.directory = subject.directory();
    this.namespace = subject.namespace();
  }

  public Ledger take() {
    Map<String, List<String>> lists = new TreeMap<>(running.kept());
    lists.put(
        "process", running.processes().stream().map(ProcessTable.Entry::commandLine).toList());
    lists.put("mount", mounts());
    lists.put("network namespace", networkNamespaces());
    lists.put("link", links());
    lists.put("address", addresses());
    lists.put("reserved address", reservedAddresses());
    lists.put("packet rule", packetRules());
    lists.put("cgroup", cgroups());
    lists.put("file", files());
    lists.put("log link", logLinks());
    return Ledger.of(lists);
  }

  private List<String> mounts() {
    return MountTable.read().beneath(directory).stream()
        .map(mount -> mount.point() + " " + mount.type())
        .toList();
  }

  /** Held by a file each: a runtime puts them where it likes, beneath our directory or not. */
  private List<String> networkNamespaces() {
    Stream<String> ours =
        MountTable.read().beneath(directory).stream()
            .filter(mount -> mount.type().equals("nsfs"))
            .map(MountTable.Mount::point);
    return Stream.concat(ours, tree(Path.of("/run/netns")).stream()).toList();
  }

  /** By name alone: flags and hardware address of a bridge follow its ports. */
  private List<String> links() {
    return namespace
        .in("ip", "-o", "link")
        .run()
        .lines()
        .map(line -> line.split("[:@ ]+")[1])
        .toList();
  }

  private List<String> addresses() {
    return namespace
        .in("ip", "-o", "addr")
        .run()
        .lines()
        .map(line -> line.split("\\s+"))
        .filter(words -> !words[3].startsWith("fe80:"))
        .map(words -> words[1] + " " + words[3])
        .toList();
  }

  private List<String> reservedAddresses() {
    return tree(subject.addresses()).stream()
        .filter(file -> !file.contains("last_reserved_ip") && !file.endsWith("/lock"))
        .toList();
  }

  private List<String> packetRules() {
    return Stream.of("iptables-save", "ip6tables-save")
        .flatMap(tool -> namespace.in(tool).run().lines())
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll("\\[\\d+:\\d+\\]", "").strip())
        .toList();
  }

  /**
   * Our own tree to the leaves, without the groups of QoS classes, which a node keeps; and at the
   * top of every hierarchy whatever a container would make that was put into the wrong place.
   */
  private List<String> cgroups() {
    List<String> found = new ArrayList<>();
    for (Path hierarchy : HostCgroups.hierarchies()) {
      Path root = hierarchy.resolve(subject.cgroupRoot());
      HostCgroups.beneath(root).stream()
          .filter(group -> !KEPT_CGROUPS.contains(root.relativize(group).toString()))
          .forEach(group -> found.add(group.toString()));
      try (Stream<Path> top = Files.list(hierarchy)) {
        top.filter(group -> STRAY_CGROUP.matcher(group.getFileName().toString()).matches())
            .filter(Files::isDirectory)
            .forEach(group -> found.add(group.toString()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return found;
  }

  private List<String> files() {
    return Stream.concat(
            subject.files().stream().flatMap(NodeSurvey::filesOfPods),
            subject.records().stream().flatMap(place -> tree(place).stream()))
        .toList();
  }

  /** Without what a node keeps about itself and about claims, which outlives every pod. */
  private static Stream<String> filesOfPods(Path place) {
    return tree(place).stream()
        .filter(
            file -> !KEPT_FILES.contains(place.relativize(Path.of(file)).getName(0).toString()));
  }

  private List<String> logLinks() {
    if (!Files.isDirectory(CONTAINER_LINKS)) {
      return List.of();
    }
    Tool find = Tool.of("find", CONTAINER_LINKS.toString(), "-type", "l", "-printf", "%p %l\\n");
    return find.run().lines().filter(line -> line.contains(" " + directory + "/")).toList();
  }

  /** Every path below, as find sees it, without following links. */
  private static List<String> tree(Path place) {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    // Files vanish while one looks, and find says so with its exit code.
    return Tool.of("find", place.toString(), "-mindepth", "1").attempt().out().lines().toList();
  }
}
