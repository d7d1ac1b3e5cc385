package dev.jubelet.volumes;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.volumes.pod.PodPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A node's directories below a temporary one. */
public record Node(Path directory, PodPaths paths, FakeObjects objects, RecordingJournal journal) {
  public static Node in(Path temp) {
    try {
      Path directory = temp.toRealPath();
      return new Node(
          directory,
          PodPaths.open(
              directory.resolve("root"),
              directory.resolve("log/pods"),
              directory.resolve("log/containers")),
          new FakeObjects(),
          new RecordingJournal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public NodeVolumes volumes() {
    Map<String, Quantity> all = Map.of("memory", Quantity.parse("1Gi"), "cpu", Quantity.parse("2"));
    NodeFacts facts = new NodeFacts("node-1", Map.of("disk", "ssd"), all, all, "linux", "amd64");
    return new NodeVolumes(
        new NodeVolumes.Context(paths, objects, facts, () -> ManualTime.DAWN, journal));
  }

  /** A pod with these volumes and, below spec, these other lines. */
  public static Pod pod(String volumes, String... more) {
    StringBuilder yaml =
        new StringBuilder(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, namespace: shop, uid: 11-22}
            spec:
              containers:
              - name: main
                image: "localhost/busybox:1"
                resources: {limits: {hugepages-2Mi: 4Mi, memory: 8Mi}}
            """);
    if (!volumes.isEmpty()) {
      yaml.append("  volumes:\n");
      volumes.lines().forEach(line -> yaml.append("  - ").append(line).append('\n'));
    }
    for (String line : more) {
      yaml.append("  ").append(line).append('\n');
    }
    return Pods.fromYaml(yaml.toString());
  }

  static Volume volume(Pod pod) {
    return pod.spec().volumes().getFirst();
  }

  public static void write(String path, String text) {
    try {
      Path file = Path.of(path);
      Path parent = file.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Optional<String> read(String path) {
    try {
      return Optional.of(Files.readString(Path.of(path)));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  public static String mode(Path path) throws IOException {
    Object mode = Files.getAttribute(path, "unix:mode");
    return mode instanceof Integer number ? Integer.toOctalString(number & 07777) : "?";
  }
}
