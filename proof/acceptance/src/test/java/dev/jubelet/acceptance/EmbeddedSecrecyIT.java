package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a pod others may see, and what is left of it on a disk. */
final class EmbeddedSecrecyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "hunter2-from-a-secret";
  private static final IdRange USERS = new IdRange(500000, 65536);

  @TempDir Path directory = Path.of("");
  private @Nullable EmbeddedNode started;

  @BeforeEach
  void start() throws IOException {
    RealParts.requireRoot();
    started = new EmbeddedNode(directory);
  }

  @AfterEach
  void close() throws IOException {
    node().close();
  }

  private EmbeddedNode node() {
    EmbeddedNode node = started;
    if (node == null) {
      throw new IllegalStateException("not started");
    }
    return node;
  }

  private static ContainerId created(EmbeddedPod pod, SandboxId sandbox, String name) {
    return pod.created(
        sandbox,
        name,
        "echo " + SECRET + " >/dev/null; exec sleep 3600",
        0,
        List.of(),
        List.of(new EnvEntry("PASSWORD", SECRET)));
  }

  /** Whatever a user without any rights could read or write who knows all names. */
  private static void reachable(Path place, List<Path> found) throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(place, LinkOption.NOFOLLOW_LINKS);
    boolean directory = Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
    boolean open =
        mode.contains(PosixFilePermission.OTHERS_READ)
            || mode.contains(PosixFilePermission.OTHERS_WRITE);
    if (open && !Files.isSymbolicLink(place)) {
      found.add(place);
    }
    if (directory && mode.contains(PosixFilePermission.OTHERS_EXECUTE)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
        for (Path entry : entries) {
          reachable(entry, found);
        }
      }
    }
  }

  @Test
  void othersReadAndWriteNothing() throws IOException {
    for (EmbeddedPod pod :
        List.of(
            EmbeddedPod.on(node(), "plain"),
            EmbeddedPod.on(node(), "shared").sharingProcesses(),
            EmbeddedPod.on(node(), "users").withUsers(USERS))) {
      SandboxId sandbox = pod.run();
      ContainerId id = created(pod, sandbox, "main");
      node().runtime().containers().start(id);
      assertThat(pod.output(id, "sh", "-c", "echo $PASSWORD")).isEqualTo(SECRET + "\n");
    }
    List<Path> found = new ArrayList<>();
    reachable(directory.resolve("run"), found);
    for (String place : List.of("root/containers", "root/sandboxes", "images")) {
      reachable(directory.resolve(place), found);
    }
    assertThat(found).isEmpty();
  }

  @Test
  void noDiskHasVariablesAndTheNextLifeStillKnowsThem() throws IOException {
    EmbeddedPod pod = EmbeddedPod.on(node(), "kept");
    SandboxId sandbox = pod.run();
    ContainerId runs = created(pod, sandbox, "runs");
    node().runtime().containers().start(runs);
    ContainerId created = created(pod, sandbox, "created");
    assertThat(mentioning(SECRET)).isEmpty();
    node().leave();
    node().open();
    assertThat(pod.output(runs, "sh", "-c", "echo $PASSWORD")).isEqualTo(SECRET + "\n");
    node()
        .runtime()
        .containers()
        .updateResources(
            created, new LinuxResources(0, 0, 77, 0, 0, 0, "", "", Map.of(), Map.of()));
    node().runtime().containers().start(created);
    assertThat(pod.output(created, "sh", "-c", "echo $PASSWORD")).isEqualTo(SECRET + "\n");
    assertThat(mentioning(SECRET)).isEmpty();
  }

  private List<Path> mentioning(String text) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory.resolve("root"))) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        if (Files.readString(each, StandardCharsets.ISO_8859_1).contains(text)) {
          found.add(each);
        }
      }
    }
    return found;
  }

  @Test
  void execsEndWithTheLife() throws IOException {
    EmbeddedPod pod = EmbeddedPod.on(node(), "execs");
    ContainerId id = pod.started(pod.run(), "main", "exec sleep 3600");
    Thread exec =
        Thread.startVirtualThread(() -> {
          try {
            pod.output(id, "sh", "-c", "sleep 4711; true");
          } catch (OutsideFailure ended) {
            // As it should.
          }
        });
    Await.until("it runs", PATIENCE, () -> pod.output(id, "ps", "-o", "args").contains("4711"));
    node().leave();
    node().open();
    assertThat(pod.output(id, "ps", "-o", "args")).doesNotContain("4711");
    Await.until("the caller knows", PATIENCE, () -> !exec.isAlive());
  }
}
