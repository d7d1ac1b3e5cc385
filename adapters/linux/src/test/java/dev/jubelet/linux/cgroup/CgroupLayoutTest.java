package dev.jubelet.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.mount.MountTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CgroupLayoutTest {
  @Test
  void findsUnifiedHierarchy() {
    CgroupLayout layout =
        layout("30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n");
    assertThat(layout.unified()).isTrue();
    assertThat(layout.hierarchies())
        .containsExactly(new CgroupLayout.Hierarchy(Path.of("/sys/fs/cgroup"), Set.of()));
  }

  @Test
  void findsComountedAndNamedControllersOnceAndTheTreeBeside() {
    CgroupLayout layout =
        layout(
            """
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            33 31 0:37 / /sys/fs/cgroup/systemd rw - cgroup none rw,xattr,name=systemd
            34 31 0:29 / /sys/fs/cgroup/again rw - cgroup cgroup rw,cpu,cpuacct
            35 31 0:29 / /var/bound/cpu rw - cgroup cgroup rw,cpu,cpuacct
            36 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """);
    assertThat(layout.unified()).isFalse();
    assertThat(layout.hierarchies())
        .containsExactly(
            new CgroupLayout.Hierarchy(
                Path.of("/sys/fs/cgroup/cpu,cpuacct"), Set.of("cpu", "cpuacct")),
            new CgroupLayout.Hierarchy(Path.of("/sys/fs/cgroup/systemd"), Set.of("name=systemd")));
    assertThat(layout.alsoSwept()).isEqualTo(List.of(Path.of("/sys/fs/cgroup/unified")));
  }

  @Test
  void findsNothingWhereNothingIsMounted() {
    assertThat(layout("").mounts()).isEmpty();
  }

  private static CgroupLayout layout(String mountinfo) {
    return CgroupLayout.discover(MountTable.parse(mountinfo));
  }
}
