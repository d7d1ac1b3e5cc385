package dev.jubelet.app.sandboxed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MountTableTest {
  private static final String MOUNTINFO =
      """
      23 27 0:22 / /sys rw,relatime - sysfs sysfs rw
      60 27 254:0 /a /data/one rw,relatime shared:3 master:1 - ext4 /dev/vda rw
      61 27 0:40 / /data/one/with\\040blank rw - tmpfs tmpfs rw
      62 27 0:41 / /database rw - tmpfs tmpfs rw
      """;

  @Test
  void readsPointKindAndSourceAfterAnyNumberOfOptionalFields() {
    assertThat(MountTable.parse(MOUNTINFO).mounts().get(1))
        .isEqualTo(new MountTable.Mount(Path.of("/data/one"), "ext4", "/dev/vda"));
  }

  @Test
  void beneathKeepsOrderAndDoesNotTakeSiblingsWithTheSameBeginning() {
    List<Path> points =
        MountTable.parse(MOUNTINFO).beneath(Path.of("/data")).stream()
            .map(MountTable.Mount::point)
            .toList();
    assertThat(points).containsExactly(Path.of("/data/one"), Path.of("/data/one/with blank"));
  }
}
