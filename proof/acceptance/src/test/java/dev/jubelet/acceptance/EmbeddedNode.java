package dev.jubelet.acceptance;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.NetworkSettings;
import dev.jubelet.network.builtin.BuiltInPlugins;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.Sandboxes;
import dev.jubelet.runtime.EmbeddedRuntime;
import dev.jubelet.runtime.settings.RuntimePrograms;
import dev.jubelet.runtime.settings.RuntimeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The embedded runtime in this process, all of it beneath one directory. Its bridge is in a network
 * namespace of its own, which stands for the node's.
 */
final class EmbeddedNode implements MachineRuntime {
  /** crun needs cgroups that are not mixed, which not every machine has that tests. */
  static final String OCI = System.getProperty("jubelet.oci", "runc");

  private static final String NETWORK =
      """
      {"cniVersion": "1.0.0", "name": "it", "plugins": [{"type": "bridge", "bridge": "it0",
       "isGateway": true, "ipMasq": false, "hairpinMode": true,
       "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.0.0/16"}]],
                "routes": [{"dst": "0.0.0.0/0"}], "dataDir": "%s"}}]}
      """;

  private final Path directory;
  private final Path host;
  private final String parent;
  private final List<String> journal;
  private @Nullable Life life;

  private record Life(ImageStore images, CniNetworks networks, EmbeddedRuntime runtime) {}

  EmbeddedNode(Path directory) throws IOException {
    this(directory, NETWORK);
  }

  /**
   * @param network a list of plugins, with a place for the directory of addresses
   */
  EmbeddedNode(Path directory, String network) throws IOException {
    this.directory = directory;
    this.host = directory.resolve("node-net");
    // The same for whoever comes to this directory after us.
    this.parent = "/jubelet-it-" + directory.getFileName();
    this.journal = Collections.synchronizedList(new ArrayList<>());
    boolean first = Files.notExists(host);
    // As directories of the system are, through which users of pods come to their own.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    Files.createDirectories(directory.resolve("logs"));
    Files.createDirectories(directory.resolve("net.d"));
    Files.writeString(
        directory.resolve("net.d/10-it.conflist"), network.formatted(directory.resolve("ipam")));
    if (first) {
      Namespaces.create(Map.of(Namespaces.Kind.NETWORK, host), () -> host);
      importImages();
    }
    open();
  }

  private void importImages() throws IOException {
    try (ImageStore images = images()) {
      for (Path archive : LocalImages.write(directory.resolve("archives"))) {
        try (InputStream in = Files.newInputStream(archive)) {
          if (images.importArchive(in) instanceof ImportResult.Failed failed) {
            throw new IOException(failed.message());
          }
        }
      }
    }
  }

  private ImageStore images() throws IOException {
    return new ImageStore(ImageStoreSettings.at(directory.resolve("images")));
  }

  /** Begins a life of the runtime on what the last one left. */
  void open() throws IOException {
    // Images anew, too: what an earlier life has in its memory is not what is on the disk.
    ImageStore images = images();
    CniNetworks networks =
        new CniNetworks(
            new NetworkSettings(
                directory.resolve("net.d"),
                List.of(),
                directory.resolve("net-state"),
                InstalledPlugins.Choice.BUILT_IN,
                "eth0",
                Duration.ofSeconds(20)),
            BuiltInPlugins.in(() -> NetworkNamespace.open(host), directory),
            () -> {});
    RuntimeSettings settings =
        new RuntimeSettings(
            directory.resolve("root"),
            directory.resolve("run"),
            CgroupDriver.CGROUPFS,
            directory.resolve("seccomp"),
            List.of());
    life =
        new Life(
            images,
            networks,
            EmbeddedRuntime.open(
                settings,
                new RuntimePrograms(
                    program("conmon"), program("catatonit"), OCI, Map.of(OCI, program(OCI))),
                images,
                networks,
                (level, pod, uid, reason, message) ->
                    journal.add(level + " " + reason + ": " + message),
                new MemoryBudget("output of exec calls", 24 << 20)));
  }

  /** Ends a life without ending anything that runs. */
  void leave() {
    Life current = life();
    current.runtime().close();
    current.networks().close();
    current.images().close();
    life = null;
  }

  private Life life() {
    Life current = life;
    if (current == null) {
      throw new IllegalStateException("between two lives");
    }
    return current;
  }

  /** What it told so far. */
  List<String> journal() {
    return List.copyOf(journal);
  }

  Path directory() {
    return directory;
  }

  CniNetworks networks() {
    return life().networks();
  }

  /** The namespace that stands for the node's. */
  Path hostNetwork() {
    return host;
  }

  private static Path program(String name) {
    return RealParts.required(
        name,
        List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin").stream()
            .map(each -> Path.of(each, name))
            .filter(Files::isExecutable)
            .findFirst());
  }

  @Override
  public ContainerRuntime runtime() {
    return life().runtime().runtime();
  }

  @Override
  public String logRoot() {
    return directory.resolve("logs").toString();
  }

  @Override
  public String cgroupParent() {
    return parent;
  }

  @Override
  public void close() throws IOException {
    if (life != null) {
      Sandboxes sandboxes = runtime().sandboxes();
      for (ObservedSandbox each : sandboxes.list(null)) {
        sandboxes.remove(each.id());
      }
      leave();
    }
    Namespaces.remove(host);
  }
}
