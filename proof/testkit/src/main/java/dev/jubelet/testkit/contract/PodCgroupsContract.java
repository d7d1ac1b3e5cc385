package dev.jubelet.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.ports.PodCgroups;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every implementation of pod cgroups does. */
public abstract class PodCgroupsContract {
  private final PodUid uid = new PodUid(UUID.randomUUID().toString());
  private final PodUid other = new PodUid(UUID.randomUUID().toString());

  protected abstract PodCgroups cgroups();

  private static PodCgroup cgroup(PodUid uid, QosClass qos, @Nullable Long memory) {
    return new PodCgroup(uid, qos, 128, null, 100_000, memory, null, Map.of());
  }

  @AfterEach
  void removeAll() {
    cgroups().remove(uid);
    cgroups().remove(other);
  }

  @Test
  void ensuredCgroupIsListed() {
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null));
    assertThat(cgroups().list()).contains(uid);
  }

  @Test
  void everyClassHasItsCgroups() {
    for (QosClass qos : QosClass.values()) {
      PodUid pod = new PodUid(UUID.randomUUID().toString());
      try {
        cgroups().ensure(cgroup(pod, qos, null));
        assertThat(cgroups().list()).contains(pod);
      } finally {
        cgroups().remove(pod);
      }
      assertThat(cgroups().list()).doesNotContain(pod);
    }
  }

  @Test
  void ensuringTwiceIsOneCgroup() {
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null));
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null));
    assertThat(cgroups().list()).containsOnlyOnce(uid);
  }

  @Test
  void limitsCanChange() {
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, 64L << 20));
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, 128L << 20));
    assertThatCode(() -> cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null)))
        .doesNotThrowAnyException();
  }

  @Test
  void removedCgroupIsGone() {
    cgroups().ensure(cgroup(uid, QosClass.BEST_EFFORT, null));
    cgroups().remove(uid);
    assertThat(cgroups().list()).doesNotContain(uid);
  }

  @Test
  void removingLeavesOtherPods() {
    cgroups().ensure(cgroup(uid, QosClass.BEST_EFFORT, null));
    cgroups().ensure(cgroup(other, QosClass.BEST_EFFORT, null));
    cgroups().remove(uid);
    assertThat(cgroups().list()).contains(other);
  }

  @Test
  void removingTwiceSucceeds() {
    cgroups().ensure(cgroup(uid, QosClass.GUARANTEED, null));
    cgroups().remove(uid);
    assertThatCode(() -> cgroups().remove(uid)).doesNotThrowAnyException();
  }

  @Test
  void removingUnknownPodSucceeds() {
    assertThatCode(() -> cgroups().remove(uid)).doesNotThrowAnyException();
  }

  @Test
  void cgroupCanBeMadeAgainAfterItsRemoval() {
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null));
    cgroups().remove(uid);
    cgroups().ensure(cgroup(uid, QosClass.BURSTABLE, null));
    assertThat(cgroups().list()).contains(uid);
  }
}
