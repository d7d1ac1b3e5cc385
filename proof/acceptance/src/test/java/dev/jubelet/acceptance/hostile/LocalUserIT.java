package dev.jubelet.acceptance.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a local user without rights can get at on a node whose pods have secrets: nothing. */
final class LocalUserIT {
  private static final String SECRET = "c4n4ry-0f-4-s3cr3t";
  private static final Duration START = Duration.ofMinutes(1);

  /** Files and directories that others may read or write, and why. Paths beneath the node's. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("", "the test made it"),
          Map.entry("net", "the test made it: the node's network namespace"),
          Map.entry("manifests", "the test made it; people choose who may read their manifests"),
          Map.entry("images", "the test made it"),
          Map.entry("kubelet.yaml", "the test made it"),
          Map.entry("kubelet.log", "the test made it"),
          Map.entry("cri.log", "the test made it"),
          Map.entry("resolv.conf", "the test made it"),
          Map.entry("net.d", "the test made it"),
          Map.entry("registries", "the test made it"),
          Map.entry("addresses", "as the reference plugin host-local makes it"),
          Map.entry("containers", "Kubernetes: the directory of links to logs is open"),
          Map.entry("logs", "Kubernetes: the directories of logs are open, their files are not"));

  @Test
  void seesNothingOfANodeWithSecrets() throws Exception {
    try (RealNode node = RealParts.node(TestRuntime.EMBEDDED)) {
      node.startKubelet();
      node.drop("keeper", manifest());
      node.waitFor("the pod runs", START, () -> node.phase("keeper").equals("Running"));
      assertThat(open(node.directory())).isEmpty();
      assertThat(commandLines(node)).noneMatch(line -> line.contains(SECRET));
      assertThat(abstractSockets(node)).isEmpty();
      asksInVain(node);
    }
  }

  private static String manifest() {
    return """
    apiVersion: v1
    kind: Secret
    metadata: {name: treasure}
    stringData: {key: %s}
    ---
    """
            .formatted(SECRET)
        + HostileNode.manifest(
            "keeper",
            HostileNode.container("echo up > /v/x; exec sleep 1000")
                + """
                    env: [{name: KEY, valueFrom: {secretKeyRef: {name: treasure, key: key}}}]
                    volumeMounts: [{name: v, mountPath: /v}, {name: s, mountPath: /s}]
                volumes:
                  - {name: v, emptyDir: {}}
                  - {name: s, secret: {secretName: treasure}}
                """);
  }

  /** What others can reach by its path, and then read, list, write or connect to. */
  private static List<String> open(Path top) throws IOException {
    List<String> found = new ArrayList<>();
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes facts)
              throws IOException {
            look(directory);
            // Nobody passes through a closed directory, whatever is in it.
            return permissions(directory).contains(PosixFilePermission.OTHERS_EXECUTE)
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes facts)
              throws IOException {
            if (!facts.isSymbolicLink()) {
              look(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }

          private void look(Path path) throws IOException {
            Set<PosixFilePermission> others = permissions(path);
            boolean readable = others.contains(PosixFilePermission.OTHERS_READ);
            boolean writable = others.contains(PosixFilePermission.OTHERS_WRITE);
            String name = top.relativize(path).toString();
            if ((readable || writable) && !isException(path, name)) {
              found.add((readable ? "r" : "") + (writable ? "w" : "") + " " + name);
            }
          }
        });
    return found;
  }

  private static Set<PosixFilePermission> permissions(Path path) throws IOException {
    return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isException(Path path, String name) {
    String first = name.contains("/") ? name.substring(0, name.indexOf('/')) : name;
    if (name.equals("root")) {
      // The test made it; what is in it counts.
      return true;
    }
    if (!EXCEPTIONS.containsKey(first)) {
      return false;
    }
    // Of logs only the directories.
    return !first.equals("logs") || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Everybody may read those of all processes. */
  private static List<String> commandLines(RealNode node) {
    return ProcessTable.mentioning(node.directory().toString()).stream()
        .map(ProcessTable.Entry::commandLine)
        .toList();
  }

  /** No permissions of files protect these. */
  private static List<String> abstractSockets(RealNode node) {
    try {
      return Files.readAllLines(Path.of("/proc", String.valueOf(node.kubelet().pid()), "net/unix"))
          .stream()
          .filter(line -> line.contains("@"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void asksInVain(RealNode node) {
    assertThat(asNobody(node, "curl", "-sf", "-m", "5", "http://127.0.0.1:10248/healthz").ok())
        .as("health is for everybody")
        .isTrue();
    for (String path : List.of("/pods", "/metrics", "/configz", "/logs/", "/debug/pprof/")) {
      assertThat(asNobody(node, "curl", "-sf", "-m", "5", "http://127.0.0.1:10248" + path).ok())
          .as(path)
          .isFalse();
    }
    String socket = node.root().resolve("jubelet-run/node.sock").toString();
    assertThat(
            asNobody(node, "curl", "-sf", "-m", "5", "--unix-socket", socket, "http://node/pods")
                .ok())
        .as("the socket for root")
        .isFalse();
    for (ProcessTable.Entry each : ProcessTable.mentioning(node.directory().toString())) {
      assertThat(asNobody(node, "cat", "/proc/" + each.pid() + "/environ").ok())
          .as("variables of " + each.commandLine())
          .isFalse();
    }
  }

  private static Tool.Result asNobody(RealNode node, String... command) {
    List<String> words =
        new ArrayList<>(
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));
    words.addAll(List.of(command));
    return node.namespace().in(words.toArray(String[]::new)).attempt();
  }
}
