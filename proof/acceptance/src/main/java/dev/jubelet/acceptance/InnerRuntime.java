package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runtime inside of Jubelet. It lives in the kubelet's process; while there is none, and
 * somebody asks, {@code jubelet cri} stands in on the same directories.
 */
final class InnerRuntime implements NodeRuntime {
  private static final Duration END = Duration.ofSeconds(20);
  private static final int ROUNDS = 5;

  private final String handler;
  private final RuntimeChoice.Place place;
  private final Path root;
  private final Path run;
  private @Nullable Daemon standIn;

  InnerRuntime(String handler, RuntimeChoice.Place place) {
    this.handler = handler;
    this.place = place;
    this.root = place.directory().resolve("runtime");
    this.run = place.directory().resolve("run");
  }

  @Override
  public void begin(List<Path> images, Duration deadline) {
    try {
      Files.createDirectories(addresses());
      Files.createDirectories(registries());
      Files.createDirectories(networks());
      Files.writeString(
          networks().resolve("10-pods.conflist"), place.network().conflist(addresses()));
      try (ImageStore store = new ImageStore(ImageStoreSettings.at(OwnRuntime.imagesIn(root)))) {
        for (Path image : images) {
          importInto(store, image);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(deadline);
  }

  private static void importInto(ImageStore store, Path archive) throws IOException {
    try (InputStream in = Files.newInputStream(archive)) {
      if (store.importArchive(in) instanceof ImportResult.Failed failed) {
        throw new IOException(archive + ": " + failed.message());
      }
    }
  }

  @Override
  public void start(Duration deadline) {
    Daemon before = standIn;
    if (before == null || !before.alive()) {
      List<String> words = new ArrayList<>(KubeletProcess.jubelet().subList(0, 1));
      words.addAll(List.of("cri", "--listen", endpoint(), "--root-dir", root.toString()));
      words.addAll(places());
      standIn =
          Daemon.start(
              "jubelet cri", place.namespace(), words, place.directory().resolve("cri.log"));
    }
    awaitAnswer(deadline);
  }

  /** Until somebody answers, a kubelet or the one that stands in for it. */
  void awaitAnswer(Duration deadline) {
    Await.until(
        "CRI answers at " + socket(),
        deadline,
        () -> {
          Daemon ours = standIn;
          if (ours != null) {
            ours.requireAlive();
          }
          return answers();
        },
        () -> standIn == null ? "" : standIn.lastLines(30));
  }

  boolean answers() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void kill() {
    Daemon ours = standIn;
    if (ours != null) {
      ours.killHard();
      standIn = null;
    }
  }

  @Override
  public void handOver() {
    Daemon ours = standIn;
    if (ours != null) {
      ours.terminate(END);
      standIn = null;
    }
  }

  @Override
  public String endpoint() {
    return "unix://" + socket();
  }

  @Override
  public String endpointOfOurs() {
    return RuntimeEndpoint.EMBEDDED;
  }

  @Override
  public List<String> flagsOfOurs() {
    List<String> flags = new ArrayList<>(List.of("--runtime-root", root.toString()));
    flags.addAll(List.of("--cri-listen", endpoint()));
    flags.addAll(places());
    return flags;
  }

  private List<String> places() {
    return List.of(
        "--run-dir",
        run.toString(),
        "--registry-config",
        registries().toString(),
        "--cni-conf",
        networks().toString(),
        "--default-handler",
        handler);
  }

  @Override
  public String idScheme() {
    return "jubelet";
  }

  @Override
  public List<ProcessTable.Entry> monitors() {
    return ProcessTable.mentioning(run.toString()).stream()
        .filter(entry -> entry.commandLine().contains("conmon "))
        .toList();
  }

  @Override
  public Map<String, List<String>> kept() {
    Map<String, List<String>> lists = new TreeMap<>();
    lists.put("container", entries(root.resolve("containers"), root.resolve("sandboxes")));
    lists.put("task", entries(run.resolve("oci").resolve(handler)));
    lists.put("snapshot", entries(OwnRuntime.imagesIn(root).resolve("roots")));
    lists.put("network result", entries(root.resolve("networks/results")));
    lists.put(
        "passing file",
        Stream.of("exits", "a", "c", "p", "exec")
            .map(run::resolve)
            .flatMap(each -> entries(each).stream())
            .toList());
    lists.put("host port", OwnRules.in(place.namespace().file()));
    return lists;
  }

  private static List<String> entries(Path... directories) {
    List<String> found = new ArrayList<>();
    for (Path directory : directories) {
      if (Files.isDirectory(directory)) {
        try (Stream<Path> all = Files.list(directory)) {
          all.map(Path::toString).forEach(found::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return found;
  }

  @Override
  public Path addresses() {
    return place.directory().resolve("addresses");
  }

  private Path networks() {
    return place.directory().resolve("net.d");
  }

  private Path registries() {
    return place.directory().resolve("registries");
  }

  private Path socket() {
    return place.directory().resolve("cri.sock");
  }

  @Override
  public Optional<PrivateContainerd> containerd() {
    return Optional.empty();
  }

  /**
   * Nothing of it is outside of the node's directory, namespace and cgroups, so that it is enough
   * to end its processes: monitors first, which would write about the ends of the others.
   */
  @Override
  public void erase() {
    kill();
    for (int round = 0; round < ROUNDS; round++) {
      List<ProcessTable.Entry> left = new ArrayList<>(ProcessTable.mentioning(run.toString()));
      left.addAll(inCgroups());
      left.forEach(entry -> ProcessTable.kill(entry.pid()));
      if (left.isEmpty()) {
        return;
      }
    }
  }

  private List<ProcessTable.Entry> inCgroups() {
    List<Long> pids = new ArrayList<>();
    for (Path hierarchy : HostCgroups.hierarchies()) {
      for (Path group : HostCgroups.beneath(hierarchy.resolve(place.cgroupRoot()))) {
        try {
          Files.readAllLines(group.resolve("cgroup.procs")).stream()
              .map(Long::valueOf)
              .forEach(pids::add);
        } catch (IOException gone) {
          // Nobody is in a group that is gone.
        }
      }
    }
    return ProcessTable.now().stream().filter(entry -> pids.contains(entry.pid())).toList();
  }
}
