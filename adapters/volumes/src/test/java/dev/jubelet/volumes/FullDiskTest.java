package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Needed;
import dev.jubelet.volumes.pod.PodFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever finds the disk full deletes pods: that must work with nothing left on it. */
final class FullDiskTest {
  private static final Pod POD = Node.pod("{name: v, emptyDir: {}}");

  @TempDir Path temp;
  private Path disk;

  @BeforeEach
  void make() throws IOException {
    Needed.root();
    disk = Files.createDirectory(temp.resolve("disk"));
  }

  @AfterEach
  void unmount() {
    Mounts.unmountLazily(disk);
  }

  @Test
  void podGoesFromADiskWithoutAByte() throws IOException {
    Mounts.tmpfs(disk, List.of("size=1m"));
    removesAPod(volume -> Files.write(volume.resolve("large"), new byte[2 << 20]));
  }

  @Test
  void podGoesFromADiskThatTakesNoMoreFiles() throws IOException {
    Mounts.tmpfs(disk, List.of("nr_inodes=100"));
    removesAPod(volume -> {
      Path level = volume;
      for (int i = 0; i < 200; i++) {
        Files.createFile(level.resolve("f" + i));
        level = Files.createDirectory(level.resolve("d"));
      }
    });
  }

  private interface Filling {
    void of(Path volume) throws IOException;
  }

  private void removesAPod(Filling filling) {
    Node node = Node.in(disk);
    PodFiles files = new PodFiles(node.paths());
    NodeVolumes volumes = node.volumes();
    files.prepare(POD);
    files.prepareContainer(POD, "main", 0);
    Path volume = Path.of(volumes.mount(POD, Node.volume(POD)));
    assertThatThrownBy(() -> filling.of(volume)).hasMessageContaining("No space left");
    volumes.unmountAll(POD.uid());
    files.remove(POD.uid(), POD.fullName());
    assertThat(files.list()).isEmpty();
    assertThat(files.listLogs()).isEmpty();
  }
}
