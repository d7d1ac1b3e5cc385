package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.ports.runtime.Sandboxes;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever finds the disk full deletes pods: that must work with nothing left on it. */
final class FullDiskIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int BLOCK = 4096;

  enum Full {
    /** The run directory is a memory file system of its own, as on most machines. */
    OF_BYTES(false),
    OF_FILES(false),
    OF_BYTES_WITH_THE_RUN_DIRECTORY(true),
    OF_FILES_WITH_THE_RUN_DIRECTORY(true);

    private final boolean withRun;

    Full(boolean withRun) {
      this.withRun = withRun;
    }
  }

  @TempDir Path temp = Path.of("");
  private Path disk = Path.of("");

  @BeforeEach
  void mount() throws IOException {
    RealParts.requireRoot();
    disk = Files.createTempDirectory(temp, "full-");
    Mounts.tmpfs(disk, List.of("size=256m", "nr_inodes=20000"));
  }

  @AfterEach
  void unmount() {
    Mounts.unmountBeneath(disk);
  }

  @ParameterizedTest
  @EnumSource
  void podsAreStoppedAndRemoved(Full full) throws Exception {
    EmbeddedNode node = node(full);
    try {
      SandboxId pod = busyPod(node, "first");
      SandboxId shared = EmbeddedPod.on(node, "second").sharingProcesses().run();
      fill(full);
      Containers containers = node.runtime().containers();
      ContainerId main = named(containers, "main").id();
      containers.stop(main, Duration.ofSeconds(1));
      assertThat(containers.status(main).orElseThrow().condition())
          .isInstanceOf(ContainerCondition.Exited.class);
      fill(full);
      for (String name : List.of("created", "main")) {
        containers.remove(named(containers, name).id());
        fill(full);
      }
      Sandboxes sandboxes = node.runtime().sandboxes();
      for (SandboxId each : List.of(pod, shared)) {
        sandboxes.stop(each);
        fill(full);
        sandboxes.remove(each);
        fill(full);
      }
      nothingIsLeft(node);
    } finally {
      node.close();
    }
  }

  /** The next life begins with the full disk and ends what the last one began. */
  @ParameterizedTest
  @EnumSource
  void theNextLifeRemovesThem(Full full) throws Exception {
    EmbeddedNode node = node(full);
    try {
      SandboxId pod = busyPod(node, "first");
      fill(full);
      ContainerId main = named(node.runtime().containers(), "main").id();
      node.runtime().containers().stop(main, Duration.ZERO);
      node.leave();
      fill(full);
      node.open();
      assertThat(node.runtime().containers().status(main).orElseThrow().condition())
          .isInstanceOf(ContainerCondition.Exited.class);
      fill(full);
      node.runtime().sandboxes().stop(pod);
      node.leave();
      fill(full);
      node.open();
      node.runtime().sandboxes().remove(pod);
      nothingIsLeft(node);
    } finally {
      node.close();
    }
  }

  private EmbeddedNode node(Full full) throws IOException {
    if (!full.withRun) {
      Mounts.tmpfs(Files.createDirectory(disk.resolve("run")), List.of("size=16m"));
    }
    return new EmbeddedNode(disk);
  }

  /** One container runs, one has ended, one was never started. */
  private static SandboxId busyPod(EmbeddedNode node, String name) {
    EmbeddedPod pod = EmbeddedPod.on(node, name);
    SandboxId sandbox = pod.run();
    ContainerId main =
        pod.started(
            sandbox, "main", "trap 'exit 3' TERM; mkdir /d; echo x >/d/f; sleep 600 & wait");
    ContainerId ended = pod.started(sandbox, "ended", "exit 7");
    ContainerId _ = pod.created(sandbox, "created", "true", 0, List.of());
    Await.until(
        "one has ended",
        PATIENCE,
        () ->
            node.runtime().containers().status(ended).orElseThrow().condition()
                instanceof ContainerCondition.Exited);
    assertThat(pod.output(main, "cat", "/d/f")).isEqualTo("x\n");
    return sandbox;
  }

  private static ObservedContainer named(Containers containers, String name) {
    return containers.list(null).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void nothingIsLeft(EmbeddedNode node) throws IOException {
    assertThat(node.runtime().containers().list(null)).isEmpty();
    assertThat(node.runtime().sandboxes().list(null)).isEmpty();
    assertThat(HostCgroups.directories(node.cgroupParent().substring(1))).isEmpty();
    for (String place :
        List.of(
            "root/containers",
            "root/sandboxes",
            "images/roots",
            "net-state/results",
            "run/a",
            "run/c",
            "run/p",
            "run/exits",
            "run/oci/" + EmbeddedNode.OCI)) {
      assertThat(disk.resolve(place)).isEmptyDirectory();
    }
  }

  /** Takes all that is left, as another pod would. */
  private void fill(Full full) throws IOException {
    boolean bytes = full == Full.OF_BYTES || full == Full.OF_BYTES_WITH_THE_RUN_DIRECTORY;
    Path place = disk.resolve("filler");
    try {
      if (!bytes) {
        Files.createDirectories(place);
        while (true) {
          Files.createTempFile(place, "f", "");
        }
      }
      try (FileChannel file =
          FileChannel.open(place, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
        while (true) {
          int _ = file.write(ByteBuffer.allocate(BLOCK));
        }
      }
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("No space left");
    }
  }
}
