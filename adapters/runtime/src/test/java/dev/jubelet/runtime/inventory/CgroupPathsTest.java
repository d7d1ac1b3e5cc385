package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CgroupPathsTest {
  @ParameterizedTest
  @CsvSource({
    "system.slice, /system.slice",
    "a-b-c.slice, /a.slice/a-b.slice/a-b-c.slice",
    "/a.slice/a-b.slice, /a.slice/a-b.slice",
    "/x/y, /x/y"
  })
  void slicesAreInsideEachOther(String parent, String path) {
    assertThat(CgroupPaths.slices(parent)).isEqualTo(path);
  }
}
