package dev.jubelet.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MountTableTest {
  private static final String TABLE =
      """
      23 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
      31 23 0:28 / /sys/fs/cgroup rw,nosuid - tmpfs tmpfs rw,mode=755
      40 23 0:40 / /data rw - tmpfs tmpfs rw
      41 40 0:41 /sub /data/a\\040b rw,nodev shared:5 master:1 - ext4 /dev/sdb rw
      42 41 0:42 / /data/a\\040b/deep rw - tmpfs tmpfs rw,size=4k
      43 42 0:43 / /data/a\\040b/deep ro - tmpfs over rw
      44 23 0:44 / /database rw - tmpfs tmpfs rw
      45 23 0:45 / /data/\\303\\274\\134x rw - tmpfs tmpfs rw
      """;

  private final MountTable table = MountTable.parse(TABLE);

  @Test
  void readsFieldsOnBothSidesOfTheHyphen() {
    MountTable.Mount mount = table.at(Path.of("/data/a b")).orElseThrow();
    assertThat(mount.root()).isEqualTo("/sub");
    assertThat(mount.type()).isEqualTo("ext4");
    assertThat(mount.source()).isEqualTo("/dev/sdb");
    assertThat(mount.options()).containsExactly("rw", "nodev");
    assertThat(mount.superOptions()).containsExactly("rw");
  }

  @Test
  void readsEscapedBytesAsUtf8() {
    assertThat(table.isMountPoint(Path.of("/data/ü\\x"))).isTrue();
  }

  @Test
  void seesTheTopmostOfTwoMountsAtOnePlace() {
    assertThat(table.at(Path.of("/data/a b/deep")).orElseThrow().source()).isEqualTo("over");
  }

  @Test
  void doesNotTakeADirectoryForAMountPoint() {
    assertThat(table.isMountPoint(Path.of("/data/a"))).isFalse();
    assertThat(table.isMountPoint(Path.of("/dat"))).isFalse();
  }

  @Test
  void listsMountsBeneathDeepestAndNewestFirst() {
    assertThat(table.beneath(Path.of("/data")))
        .extracting(mount -> mount.point() + " " + mount.source())
        .containsExactly(
            "/data/a b/deep over",
            "/data/a b/deep tmpfs",
            "/data/ü\\x tmpfs",
            "/data/a b /dev/sdb",
            "/data tmpfs");
  }

  @Test
  void refusesWhatIsNotAMountinfoLine() {
    assertThatThrownBy(() -> MountTable.parse("tmpfs /tmp tmpfs rw 0 0\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tmpfs /tmp");
  }

  @Test
  void readsTheTableOfThisMachine() {
    assertThat(MountTable.read().isMountPoint(Path.of("/proc"))).isTrue();
  }
}
