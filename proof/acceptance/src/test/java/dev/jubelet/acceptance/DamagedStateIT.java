package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever happens to the files that a node keeps for itself, it starts and disturbs no pod. */
final class DamagedStateIT {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration HEALTHY = Duration.ofSeconds(10);
  private static final String UID = "0f4f6a52-0a52-4a52-8a52-0123456789ab";
  private static final String LOCK = "jubelet.lock";

  /** What may stand where a file of ours was. */
  private enum Damage {
    EMPTY,
    CUT,
    FLIPPED,
    DIRECTORY,
    /** Root may read whatever has a mode, so that is not all that is done to it. */
    UNREADABLE,
    ENDLESS
  }

  @Test
  void everyDamagedFileIsSetAsideAndNoContainerIsRestarted() throws Exception {
    try (RealNode node = RealParts.node(TestRuntime.EMBEDDED)) {
      Path volume = Files.createDirectory(node.directory().resolve("disk"));
      node.startKubelet();
      Ledger before = node.survey().take();
      node.drop("stateful", manifest(volume));
      node.waitFor("it runs", START, () -> node.phase("stateful").equals("Running"));
      Map<String, String> containers = containers(node);
      assertThat(containers).hasSize(2);
      assertThat(kept(node)).as("state files").hasSize(6);
      for (Damage damage : Damage.values()) {
        strike(node, damage);
        assertThat(containers(node)).as("containers after " + damage).isEqualTo(containers);
        assertThat(content(node)).as("volume after " + damage).isEqualTo("blue");
      }
      node.remove("stateful");
      // What was set aside stays for people to look at.
      node.waitForEqual(before, START, line -> !line.contains(".damaged-"));
    }
  }

  /** Amounts, evictions, users, claims and who has them; and the lock. */
  private static List<Path> kept(RealNode node) throws IOException {
    Path root = node.root();
    Path own = root.resolve("jubelet");
    Files.createDirectories(own);
    // Written only when something is evicted and when a runtime gives pods users of their own.
    for (Path seldom : List.of(own.resolve("forced-ends"), pod(node).resolve("userns"))) {
      if (!Files.exists(seldom, LinkOption.NOFOLLOW_LINKS)) {
        Files.writeString(seldom, "something that a life of ours may have left half written");
      }
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(own)) {
      all.filter(file -> !file.toString().contains(".damaged-")).forEach(files::add);
    }
    files.add(pod(node).resolve("userns"));
    files.add(root.resolve("volume-claims/disk"));
    files.add(root.resolve("claim-users/default_data"));
    files.add(root.resolve(LOCK));
    return files;
  }

  private static Path pod(RealNode node) {
    return node.root().resolve("pods").resolve(UID);
  }

  private static void strike(RealNode node, Damage damage) throws IOException {
    node.waitFor(
        "the amounts are kept",
        START,
        () -> Files.exists(node.root().resolve("jubelet/allocations")));
    node.kubelet().terminate();
    Map<Path, Long> asideBefore = new TreeMap<>();
    for (Path file : kept(node)) {
      asideBefore.put(file, aside(file));
      apply(damage, file);
    }
    breakVolume(node, damage);
    long logged = lines(node);
    long begun = System.nanoTime();
    node.startKubelet();
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("time until healthy after " + damage)
        .isLessThan(HEALTHY);
    node.waitFor("it is shown", START, () -> node.phase("stateful").equals("Running"));
    asideBefore.forEach((file, count) -> {
      if (told(file, damage)) {
        node.waitFor(file + " is set aside after " + damage, START, () -> aside(file) == count + 1);
        node.waitFor("a warning names " + file, START, () -> warned(node, logged, file.toString()));
      }
    });
    node.waitFor("its volume is whole", START, () -> content(node).equals("blue"));
  }

  /** A lock has no content that anybody needs, and a link has none that could be cut. */
  private static boolean told(Path file, Damage damage) {
    boolean plain = damage == Damage.EMPTY || damage == Damage.CUT || damage == Damage.FLIPPED;
    return !(plain && file.endsWith(LOCK));
  }

  private static void apply(Damage damage, Path file) throws IOException {
    byte[] content =
        Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            ? Files.readAllBytes(file)
            : "a link of ours".getBytes(StandardCharsets.UTF_8);
    boolean link = Files.isSymbolicLink(file);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.delete(file);
    }
    switch (damage) {
      case EMPTY -> Files.createFile(file);
      case CUT -> Files.write(file, Arrays.copyOf(content, content.length / 2));
      case FLIPPED -> {
        content[content.length / 2] ^= 0x10;
        content[content.length - 2] ^= 0x04;
        Files.write(file, content);
      }
      case DIRECTORY -> Files.createDirectories(file.resolve("with/something"));
      case UNREADABLE -> {
        if (link || file.endsWith(LOCK)) {
          Files.createDirectory(
              file,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        } else {
          Files.createSymbolicLink(file, file.getFileName());
        }
      }
      case ENDLESS -> Tool.of("mkfifo", file.toString()).run();
    }
  }

  /** The link that shows a volume's files, of which a container sees what we leave it. */
  private static void breakVolume(RealNode node, Damage damage) throws IOException {
    Path data = pod(node).resolve("volumes/kubernetes.io~configmap/colours/..data");
    switch (damage) {
      case EMPTY, CUT -> {
        Path file = data.toRealPath().resolve("sky");
        Files.writeString(file, damage == Damage.EMPTY ? "" : "bl");
      }
      case FLIPPED -> Files.writeString(data.toRealPath().resolve("sky"), "clue");
      case DIRECTORY -> {
        Files.delete(data);
        Files.createDirectories(data.resolve("with/something"));
      }
      case UNREADABLE -> {
        Files.delete(data);
        Files.createSymbolicLink(data, Path.of("..data"));
      }
      case ENDLESS -> {
        Path live = data.toRealPath();
        Files.delete(data);
        DirectoryTree.delete(live);
      }
    }
  }

  private static long aside(Path file) {
    try (Stream<Path> all = Files.list(file.getParent())) {
      String start = file.getFileName() + ".damaged-";
      return all.filter(path -> path.getFileName().toString().startsWith(start)).count();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long lines(RealNode node) throws IOException {
    return Files.readAllLines(node.directory().resolve("kubelet.log")).size();
  }

  private static boolean warned(RealNode node, long after, String what) {
    try {
      return Files.readAllLines(node.directory().resolve("kubelet.log")).stream()
          .skip(after)
          .anyMatch(line ->
              line.contains("DamagedState")
                  && (line.contains(what) || (what.endsWith(LOCK) && line.contains(LOCK))));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** When each began, by its id. */
  private static Map<String, String> containers(RealNode node) {
    Map<String, String> began = new TreeMap<>();
    for (Document each : node.crictl().containers()) {
      String id = each.at("id").text();
      began.put(id, node.crictl().inspectContainer(id).at("status", "startedAt").text());
    }
    return began;
  }

  /** As a container that runs sees it. */
  private static String content(RealNode node) {
    String id =
        node.crictl().runningContainers().stream()
            .filter(each -> each.at("metadata", "name").text().equals("reader"))
            .findFirst()
            .orElseThrow()
            .at("id")
            .text();
    return node.crictl().attempt("exec", "-s", id, "cat", "/colours/sky").out().strip();
  }

  private static String manifest(Path disk) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: colours}
    data: {sky: blue}
    ---
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: disk}
    spec:
      capacity: {storage: 1Gi}
      accessModes: [ReadWriteOncePod]
      hostPath: {path: %2$s}
    ---
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec:
      accessModes: [ReadWriteOncePod]
      storageClassName: ""
      resources: {requests: {storage: 1Mi}}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: stateful, uid: %1$s}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: reader
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command: [/bin/sh, -c, "trap exit TERM; sleep 3600 & wait"]
        resources: {requests: {cpu: 50m, memory: 16Mi}}
        volumeMounts: [{name: colours, mountPath: /colours}]
      - name: writer
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command: [/bin/sh, -c, "trap exit TERM; sleep 3600 & wait"]
        volumeMounts: [{name: data, mountPath: /data, subPath: part}]
      volumes:
      - {name: colours, configMap: {name: colours}}
      - {name: data, persistentVolumeClaim: {claimName: data}}
    """
        .formatted(UID, disk);
  }
}
