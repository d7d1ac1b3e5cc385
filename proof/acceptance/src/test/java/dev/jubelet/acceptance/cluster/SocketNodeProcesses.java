package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Crictl;
import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.NodeSurvey;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What runs on a {@link SocketNode}, as crictl and the kernel tell. */
record SocketNodeProcesses(Path directory, String cgroupRoot, Crictl crictl)
    implements NodeSurvey.Running {
  @Override
  public Map<String, List<String>> kept() {
    return Map.of("sandbox", ids(crictl.sandboxes()), "container", ids(crictl.containers()));
  }

  private static List<String> ids(List<Document> items) {
    return items.stream().map(item -> item.at("id").text()).toList();
  }

  @Override
  public List<ProcessTable.Entry> processes() {
    return processes(directory, cgroupRoot);
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
}
