package dev.jubelet.bench.embedded;

import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jubelet with its own runtime, crun and its own bridge, all of it beneath one directory. */
final class EmbeddedSetup implements AutoCloseable {
  /** crun refuses cgroup v2 beside v1. Without it, it works; but only we may miss it. */
  private static final String WITHOUT_UNIFIED =
      "mount --make-rshared / && umount /sys/fs/cgroup/unified && exec \"$@\"";

  private static final double QUIET_SECONDS = 0.04;

  private final BenchNode node;
  private final Path directory;

  EmbeddedSetup(BenchNode node) {
    this.node = node;
    this.directory = node.directory().resolve("own");
  }

  /** Words before those of a program that calls crun. */
  static List<String> apart() {
    return Files.isDirectory(Path.of("/sys/fs/cgroup/unified"))
        ? List.of("unshare", "-m", "sh", "-c", WITHOUT_UNIFIED, "sh")
        : List.of();
  }

  /** The options of the runtime, for whichever command has one. */
  static List<String> places(Path directory) {
    return List.of(
        "--run-dir=" + directory.resolve("run"), "--cni-conf=" + directory.resolve("net.d"));
  }

  /** Writes the files of a runtime's network, which has a bridge of its own. */
  static void prepare(Path directory, PodNetwork network) throws IOException {
    Path networks = Files.createDirectories(directory.resolve("net.d"));
    Files.writeString(
        networks.resolve("10-bench.conflist"), network.conflist(directory.resolve("addresses")));
  }

  /** Started, with its images. */
  Kubelet launch(Path program) throws IOException {
    prepare(directory, new PodNetwork("bench-own", "pods1", "10.91.0.0/16", false));
    importImages();
    Path configuration = directory.resolve("kubelet.yaml");
    Files.write(configuration, configuration());
    List<String> words = new ArrayList<>(apart());
    words.addAll(List.of(program.toString(), "kubelet", "--config=" + configuration));
    words.add("--root-dir=" + directory.resolve("root"));
    words.add("--runtime-root=" + runtime());
    words.addAll(places(directory));
    words.add("--default-handler=crun");
    words.add("--hostname-override=bench-own");
    words.add("--node-ip=" + BenchNode.ADDRESS);
    return Kubelet.launch(
        new Kubelet.Setup(
            "Jubelet",
            directory.resolve("root"),
            directory.resolve("manifests"),
            directory.resolve("marks"),
            directory.resolve("kubelet.log"),
            QUIET_SECONDS,
            this::empty),
        words);
  }

  private Path runtime() {
    return directory.resolve("runtime");
  }

  private void importImages() throws IOException {
    try (ImageStore store = new ImageStore(ImageStoreSettings.at(OwnRuntime.imagesIn(runtime())))) {
      for (Path archive : LocalImages.write(directory.resolve("archives"))) {
        try (InputStream in = Files.newInputStream(archive)) {
          if (store.importArchive(in) instanceof ImportResult.Failed failed) {
            throw new IOException(archive + ": " + failed.message());
          }
        }
      }
    }
  }

  private List<String> configuration() throws IOException {
    Path manifests = Files.createDirectories(directory.resolve("manifests"));
    return node.configurationWith(
        List.of(
            "staticPodPath: " + manifests,
            "containerRuntimeEndpoint: embedded",
            "cgroupRoot: /" + node.cgroupRoot() + "/own",
            "podLogsDir: " + directory.resolve("logs")));
  }

  /** By its records: whoever has none any more has been removed altogether. */
  private boolean empty() {
    return entries("runtime/sandboxes") == 0
        && entries("runtime/containers") == 0
        && entries("root/pods") == 0;
  }

  private int entries(String name) {
    String[] found = directory.resolve(name).toFile().list();
    return found == null ? 0 : found.length;
  }

  /** All that is not the workload. */
  MemoryUse memory(Kubelet kubelet) {
    return MemoryUse.now(kubelet.pid(), List.of(), monitors(), "catatonit");
  }

  private List<ProcessTable.Entry> monitors() {
    return ProcessTable.mentioning(directory.resolve("run").toString()).stream()
        .filter(entry -> entry.commandLine().contains("conmon --api-version"))
        .toList();
  }

  /** Once the kubelet has ended: containers, monitors, and with them their mounts. */
  @Override
  public void close() {
    for (ProcessTable.Entry monitor : monitors()) {
      List<ProcessTable.Entry> containers = ProcessTable.descendants(monitor.pid());
      boolean _ = ProcessTable.kill(monitor.pid());
      containers.forEach(entry -> ProcessTable.kill(entry.pid()));
    }
    boolean _ = OwnRuntime.deleteBridge("pods1", runtime());
  }
}
