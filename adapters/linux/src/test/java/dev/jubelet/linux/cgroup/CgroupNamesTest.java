package dev.jubelet.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.status.QosClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CgroupNamesTest {
  @ParameterizedTest
  @CsvSource({
    "CGROUPFS,'',GUARANTEED,kubepods/poda-b",
    "CGROUPFS,/,BURSTABLE,kubepods/burstable/poda-b",
    "CGROUPFS,/x/y,BEST_EFFORT,x/y/kubepods/besteffort/poda-b",
    "SYSTEMD,'',GUARANTEED,kubepods.slice/kubepods-poda_b.slice",
    "SYSTEMD,'',BURSTABLE,"
        + "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-poda_b.slice",
    "SYSTEMD,/my-x,BEST_EFFORT,"
        + "my_x.slice/my_x-kubepods.slice/my_x-kubepods-besteffort.slice/"
        + "my_x-kubepods-besteffort-poda_b.slice",
  })
  void placesPods(CgroupDriver driver, String root, QosClass qos, String path) {
    CgroupNames names = CgroupNames.of(driver, root);
    assertThat(names.pod(qos, new PodUid("a-b"))).isEqualTo(path);
    assertThat(path).startsWith(names.qos(qos));
    String directory = path.substring(path.lastIndexOf('/') + 1);
    assertThat(names.podOf(directory)).contains(new PodUid("a-b"));
  }

  @ParameterizedTest
  @CsvSource({
    "CGROUPFS,burstable",
    "CGROUPFS,besteffort",
    "CGROUPFS,pod",
    "CGROUPFS,system.slice",
    "SYSTEMD,kubepods-burstable.slice",
    "SYSTEMD,poda_b",
    "SYSTEMD,cri-containerd-pod12.scope",
  })
  void doesNotTakeOtherDirectoriesForPods(CgroupDriver driver, String directory) {
    assertThat(CgroupNames.of(driver, "").podOf(directory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a_b", "../x", "a b", "a\0b"})
  void refusesUidsThatWouldLeaveTheTree(String uid) {
    CgroupNames names = CgroupNames.of(CgroupDriver.CGROUPFS, "");
    assertThatThrownBy(() -> names.pod(QosClass.BURSTABLE, new PodUid(uid)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesRootsThatLeaveTheTree() {
    assertThatThrownBy(() -> CgroupNames.of(CgroupDriver.CGROUPFS, "/x/../y"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
