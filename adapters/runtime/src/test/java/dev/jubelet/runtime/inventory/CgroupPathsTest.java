package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.CgroupDriver;
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

  @ParameterizedTest
  @CsvSource({
    "CGROUPFS,/kubepods/pod1,/kubepods/pod1/id",
    "CGROUPFS,kubepods/pod1/,/kubepods/pod1/id",
    "CGROUPFS,/,/id",
    "CGROUPFS,'',/id",
    "SYSTEMD,kubepods-pod1.slice,kubepods-pod1.slice:cri-jubelet:id",
    "SYSTEMD,/kubepods.slice/kubepods-pod1.slice,kubepods-pod1.slice:cri-jubelet:id",
    "SYSTEMD,'',system.slice:cri-jubelet:id",
  })
  void namesTheCgroup(CgroupDriver driver, String parent, String path) {
    assertThat(CgroupPaths.forOci(driver, parent, "id")).isEqualTo(path);
  }
}
