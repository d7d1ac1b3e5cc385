package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.process.ProcessTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A containerd of the node's own. */
final class DaemonRuntime implements NodeRuntime {
  private static final Path RESULTS = Path.of("/var/lib/cni/results");

  private final PrivateContainerd containerd;

  DaemonRuntime(ContainerdProgram program, RuntimeChoice.Place place) {
    this.containerd =
        new PrivateContainerd(
            program, place.directory().resolve("containerd"), place.network(), place.namespace());
  }

  @Override
  public void begin(List<Path> images, Duration deadline) {
    containerd.start(deadline);
    containerd.importImages(images);
  }

  @Override
  public void start(Duration deadline) {
    containerd.start(deadline);
  }

  @Override
  public void kill() {
    containerd.kill();
  }

  /** It serves whoever comes. */
  @Override
  public void handOver() {}

  @Override
  public String endpoint() {
    return containerd.endpoint();
  }

  @Override
  public String endpointOfOurs() {
    return containerd.endpoint();
  }

  @Override
  public List<String> flagsOfOurs() {
    return List.of();
  }

  @Override
  public String idScheme() {
    return "containerd";
  }

  @Override
  public List<ProcessTable.Entry> monitors() {
    return containerd.shims();
  }

  @Override
  public Map<String, List<String>> kept() {
    Map<String, List<String>> lists = new TreeMap<>();
    lists.put("container", containerd.ctr("containers", "ls", "-q").run().lines().toList());
    lists.put("task", containerd.ctr("tasks", "ls", "-q").run().lines().toList());
    lists.put("snapshot", snapshots());
    lists.put("network result", networkResults());
    return lists;
  }

  private List<String> snapshots() {
    return containerd
        .ctr("snapshots", "ls")
        .run()
        .lines()
        .skip(1)
        .map(line -> line.split("\\s+")[0])
        .toList();
  }

  private List<String> networkResults() {
    if (!Files.isDirectory(RESULTS)) {
      return List.of();
    }
    String ours = containerd.network().name() + "-*";
    return Tool.of("find", RESULTS.toString(), "-mindepth", "1", "-name", ours)
        .attempt()
        .out()
        .lines()
        .toList();
  }

  @Override
  public Path addresses() {
    return containerd.addresses();
  }

  @Override
  public Optional<PrivateContainerd> containerd() {
    return Optional.of(containerd);
  }

  @Override
  public void erase() {
    containerd.erase();
  }
}
