package dev.jubelet.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.HugePageSize;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CgroupFormatTest {
  private static final List<HugePageSize> SIZES =
      List.of(new HugePageSize(1L << 21), new HugePageSize(1L << 30));
  private static final PodCgroup LIMITED =
      new PodCgroup(
          new PodUid("u"),
          QosClass.BURSTABLE,
          512,
          50_000L,
          100_000,
          64L << 20,
          100L,
          Map.of("2Mi", 4L << 20));
  private static final PodCgroup FREE =
      new PodCgroup(new PodUid("u"), QosClass.BEST_EFFORT, 2, null, 100_000, null, null, Map.of());

  @Test
  void writesLimitsForVersionOne() {
    assertThat(shown(CgroupFormat.V1, LIMITED))
        .containsExactly(
            "cpu.shares=512",
            "cpu.cfs_period_us=100000",
            "cpu.cfs_quota_us=50000",
            "memory.limit_in_bytes=67108864",
            "pids.max=100",
            "hugetlb.2MB.limit_in_bytes=4194304",
            "hugetlb.1GB.limit_in_bytes=0");
    assertThat(shown(CgroupFormat.V1, FREE))
        .contains("cpu.cfs_quota_us=-1", "memory.limit_in_bytes=-1", "pids.max=max");
  }

  @Test
  void writesLimitsForVersionTwo() {
    assertThat(shown(CgroupFormat.V2, LIMITED))
        .containsExactly(
            "cpu.weight=20",
            "cpu.max=50000 100000",
            "memory.max=67108864",
            "pids.max=100",
            "hugetlb.2MB.max=4194304",
            "hugetlb.1GB.max=0");
    assertThat(shown(CgroupFormat.V2, FREE))
        .contains("cpu.weight=1", "cpu.max=max 100000", "memory.max=max", "pids.max=max");
  }

  @ParameterizedTest
  @CsvSource({"0,1", "2,1", "1024,39", "2048,79", "102400,3906", "262144,10000", "999999,10000"})
  void turnsSharesIntoWeightsAsTheKubeletDoes(long shares, long weight) {
    assertThat(CgroupFormat.weight(shares)).isEqualTo(weight);
  }

  @ParameterizedTest
  @CsvSource({
    "2Mi,2MB,hugepages-2Mi",
    "2MB,2MB,hugepages-2Mi",
    "hugepages-1Gi,1GB,hugepages-1Gi",
    "hugepages-2048kB,2MB,hugepages-2Mi",
    "65536,64KB,hugepages-64Ki",
  })
  void readsPageSizesInEverySpelling(String text, String cgroup, String resource) {
    HugePageSize size = HugePageSize.parse(text);
    assertThat(size.cgroupName()).isEqualTo(cgroup);
    assertThat(size.resourceName()).isEqualTo(resource);
  }

  @Test
  void refusesWordsThatAreNoPageSize() {
    assertThatThrownBy(() -> HugePageSize.parse("big"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HugePageSize.parse("0")).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> shown(CgroupFormat format, PodCgroup pod) {
    return format.pod(pod, SIZES).stream().map(s -> s.file() + "=" + s.value()).toList();
  }
}
