package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.status.QosClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupParentTest {
  @ParameterizedTest
  @CsvSource({
    "CGROUPFS, /, GUARANTEED, /kubepods/poda-b",
    "CGROUPFS, /, BURSTABLE, /kubepods/burstable/poda-b",
    "CGROUPFS, /, BEST_EFFORT, /kubepods/besteffort/poda-b",
    "CGROUPFS, '', BURSTABLE, /kubepods/burstable/poda-b",
    "CGROUPFS, /my-root/deep, BURSTABLE, /my-root/deep/kubepods/burstable/poda-b",
    "SYSTEMD, /, GUARANTEED, /kubepods.slice/kubepods-poda_b.slice",
    "SYSTEMD, /, BURSTABLE,"
        + " /kubepods.slice/kubepods-burstable.slice/kubepods-burstable-poda_b.slice",
    "SYSTEMD, /, BEST_EFFORT,"
        + " /kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-poda_b.slice",
    "SYSTEMD, /my-root, GUARANTEED,"
        + " /my_root.slice/my_root-kubepods.slice/my_root-kubepods-poda_b.slice",
  })
  void namesThePlaceOfAPod(CgroupDriver driver, String root, QosClass qos, String expected) {
    assertThat(CgroupParent.of(new PodUid("a-b"), qos, Nodes.cgroups(root, driver, true)))
        .isEqualTo(expected);
  }

  @Test
  void leavesThePlaceToTheRuntimeWithoutQosCgroups() {
    assertThat(
            CgroupParent.of(
                new PodUid("a"),
                QosClass.BURSTABLE,
                Nodes.cgroups("/", CgroupDriver.SYSTEMD, false)))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../x", "a/b", "a_b"})
  void refusesUidsThatWouldLeaveTheTree(String uid) {
    assertThatThrownBy(() -> CgroupParent.of(new PodUid(uid), QosClass.GUARANTEED, Nodes.plain()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
