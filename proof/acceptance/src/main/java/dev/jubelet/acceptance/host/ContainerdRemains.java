package dev.jubelet.acceptance.host;

import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a containerd leaves behind when it ends while containers run: by design, nearly all. */
final class ContainerdRemains {
  private static final int ROUNDS = 5;
  private static final Pattern SHIM_SOCKET =
      Pattern.compile("unix://(/run/containerd/s/[0-9a-f]{64})");

  /** libcni caches results here; the directory is not for us to choose. */
  private static final Path NETWORK_RESULTS = Path.of("/var/lib/cni/results");

  private final Path socket;
  private final Path state;

  ContainerdRemains(Path socket, Path state) {
    this.socket = socket;
    this.state = state;
  }

  /** Shims name the socket of the daemon that they belong to. */
  List<ProcessTable.Entry> shims() {
    return ProcessTable.mentioning("-address " + socket).stream()
        .filter(entry -> entry.commandLine().contains("containerd-shim"))
        .toList();
  }

  /** Ends shims with their containers, and removes the containers' groups and the sockets. */
  void clear() {
    List<Path> sockets = shimSockets();
    for (int round = 0; round < ROUNDS && !shims().isEmpty(); round++) {
      shims().forEach(ContainerdRemains::end);
    }
    try {
      for (Path path : sockets) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(ProcessTable.Entry shim) {
    List<ProcessTable.Entry> children = ProcessTable.descendants(shim.pid());
    // All groups first: where containers share the pause process's namespace, they end with it.
    Set<Path> groups = new TreeSet<>();
    children.forEach(child -> groups.addAll(cgroups(child.pid())));
    groups.removeAll(cgroups(ProcessHandle.current().pid()));
    children.forEach(child -> ProcessTable.kill(child.pid()));
    ProcessTable.kill(shim.pid());
    groups.forEach(HostCgroups::remove);
  }

  /** The directories of a process's groups, without the roots of hierarchies. */
  private static List<Path> cgroups(long pid) {
    List<Path> directories = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"))) {
        String[] parts = line.split(":", 3);
        if (parts.length == 3 && !parts[2].equals("/")) {
          directories.addAll(HostCgroups.directories(parts[2].substring(1)));
        }
      }
    } catch (IOException gone) {
      // It ended since it was listed.
      return List.of();
    }
    return directories.stream().distinct().toList();
  }

  /** Sandboxes that were not removed leave a result for eth0 and one for loopback. */
  void deleteNetworkResults(String network) {
    if (!Files.isDirectory(NETWORK_RESULTS)) {
      return;
    }
    String ours = network + "-";
    try (var results = Files.newDirectoryStream(NETWORK_RESULTS, ours + "*-eth0")) {
      for (Path result : results) {
        String file = result.getFileName().toString();
        String sandbox = file.substring(ours.length(), file.length() - "-eth0".length());
        Files.deleteIfExists(result.resolveSibling("cni-loopback-" + sandbox + "-lo"));
        Files.deleteIfExists(result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** They lie outside of the state directory; a file in a task's bundle tells which. */
  private List<Path> shimSockets() {
    Path bundles = state.resolve("io.containerd.runtime.v2.task/k8s.io");
    if (!Files.isDirectory(bundles)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (Stream<Path> tasks = Files.list(bundles)) {
      for (Path task : tasks.toList()) {
        for (String name : List.of("address", "bootstrap.json")) {
          Path file = task.resolve(name);
          if (Files.isRegularFile(file)) {
            SHIM_SOCKET
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult match) -> Path.of(match.group(1)))
                .forEach(found::add);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
