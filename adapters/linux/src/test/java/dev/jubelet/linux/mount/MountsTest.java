package dev.jubelet.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MountsTest {
  @TempDir Path temp;

  @BeforeEach
  void needRoot() throws IOException {
    Needed.root();
    temp = temp.toRealPath();
  }

  @AfterEach
  void nothingIsLeftMounted() {
    for (MountTable.Mount mount : MountTable.read().beneath(temp)) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
    assertThat(MountTable.read().beneath(temp)).isEmpty();
  }

  @Test
  void tmpfsTakesOptionsAndIsSeenInTheTable() throws IOException {
    Path target = Files.createDirectory(temp.resolve("with space"));
    Mounts.tmpfs(target, List.of("size=64k", "mode=0711"));
    MountTable.Mount mount = MountTable.read().at(target).orElseThrow();
    assertThat(mount.type()).isEqualTo("tmpfs");
    assertThat(mount.superOptions()).contains("size=64k");
    Mounts.unmount(target);
    assertThat(MountTable.read().isMountPoint(target)).isFalse();
  }

  @Test
  void busyMountIsRefusedUnlessUnmountedLazily() throws IOException {
    Path target = Files.createDirectory(temp.resolve("busy"));
    Mounts.tmpfs(target, List.of("size=64k"));
    try (OutputStream open = Files.newOutputStream(target.resolve("f"))) {
      open.write(1);
      assertThatThrownBy(() -> Mounts.unmount(target))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.name()).isEqualTo("EBUSY"));
      Mounts.unmountLazily(target);
    }
    assertThat(MountTable.read().isMountPoint(target)).isFalse();
  }

  @Test
  void allBeneathADirectoryGoesEvenWhatIsBusy() throws IOException {
    Path outer = Files.createDirectory(temp.resolve("outer"));
    Mounts.tmpfs(outer, List.of("size=64k"));
    Path inner = Files.createDirectory(outer.resolve("inner"));
    Mounts.tmpfs(inner, List.of("size=64k"));
    Mounts.tmpfs(inner, List.of("size=64k"));
    Path beside = Files.createDirectory(temp.resolve("outer-2"));
    Mounts.tmpfs(beside, List.of("size=64k"));
    try (OutputStream open = Files.newOutputStream(inner.resolve("f"))) {
      open.write(1);
      Mounts.unmountBeneath(outer);
    }
    assertThat(MountTable.read().beneath(outer)).isEmpty();
    assertThat(MountTable.read().isMountPoint(beside)).isTrue();
  }

  @Test
  void unmountDoesNotFollowALink() throws IOException {
    Path target = Files.createDirectory(temp.resolve("t"));
    Mounts.tmpfs(target, List.of("size=64k"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), target);
    assertThatThrownBy(() -> Mounts.unmount(link)).isInstanceOf(LinuxException.class);
    assertThat(MountTable.read().isMountPoint(target)).isTrue();
    Mounts.unmount(target);
  }
}
