package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinuxLimitsTest {
  private static final long EIGHT_GIB = 8L << 30;

  @Test
  void givesSharesQuotaAndMemoryToAContainer() {
    LinuxResources given =
        container("requests: {cpu: 250m, memory: 1Gi}, limits: {cpu: 500m, memory: 2Gi}");
    assertThat(given.cpuShares()).isEqualTo(256);
    assertThat(given.cpuQuota()).isEqualTo(50_000);
    assertThat(given.cpuPeriod()).isEqualTo(100_000);
    assertThat(given.memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(given.oomScoreAdj()).isEqualTo(875);
    assertThat(given.memorySwapLimitBytes()).isZero();
  }

  @Test
  void takesTheLimitForAMissingRequest() {
    assertThat(container("limits: {cpu: 500m}").cpuShares()).isEqualTo(512);
  }

  @Test
  void leavesAContainerWithoutLimitsFree() {
    LinuxResources given = container("requests: {}");
    assertThat(given.cpuShares()).isEqualTo(2);
    assertThat(given.cpuQuota()).isZero();
    assertThat(given.cpuPeriod()).isEqualTo(100_000);
    assertThat(given.memoryLimitBytes()).isZero();
    assertThat(given.oomScoreAdj()).isEqualTo(1000);
  }

  @Test
  void saysNothingOfQuotaWhereTheNodeDoesNotEnforceIt() {
    LinuxResources given =
        container("limits: {cpu: 500m}", Nodes.quota(false, 100), Nodes.UNIFIED, "");
    assertThat(given.cpuQuota()).isZero();
    assertThat(given.cpuPeriod()).isZero();
    assertThat(given.cpuShares()).isEqualTo(512);
  }

  @Test
  void holdsAContainerWithoutLimitToThePodsOwn() {
    LinuxResources given =
        container(
            "requests: {cpu: 100m}",
            Nodes.plain(),
            Nodes.UNIFIED,
            "resources: {requests: {cpu: '1'}, limits: {cpu: '2', memory: 1Gi}}");
    assertThat(given.cpuQuota()).isEqualTo(200_000);
    assertThat(given.memoryLimitBytes()).isEqualTo(1L << 30);
    assertThat(given.cpuShares()).isEqualTo(102);
  }

  @Test
  void killsWholeContainersOnUnifiedCgroupsOnly() {
    String limits = "limits: {memory: 1Gi}";
    assertThat(container(limits).unified()).isEqualTo(Map.of("memory.oom.group", "1"));
    assertThat(container(limits, Nodes.plain(), Nodes.LEGACY, "").unified()).isEmpty();
  }

  @Test
  void keepsContainersFromSwapping() {
    String limits = "limits: {memory: 1Gi}";
    MachineFacts unified = new MachineFacts(true, true, false, true, List.of(), List.of());
    MachineFacts legacy = new MachineFacts(false, true, false, true, List.of(), List.of());
    assertThat(container(limits, Nodes.plain(), unified, "").unified())
        .containsEntry("memory.swap.max", "0");
    assertThat(container(limits, Nodes.plain(), legacy, "").memorySwapLimitBytes())
        .isEqualTo(1L << 30);
  }

  /** On 8 Gi of memory and 4 Gi of swap; a tenth of the one is a tenth of the other. */
  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: {memory: 1Gi}                                    | ''  | 536870912",
        "'requests: {memory: 1Gi}, limits: {memory: 2Gi}'           | ''  | 536870912",
        "'requests: {memory: 2Gi}, limits: {memory: 2Gi}'           | ''  | 0",
        "limits: {cpu: 1}                                           | ''  | 0",
        "requests: {}                                               | ''  | 0",
        "'requests: {memory: 1Gi, cpu: 1}, limits: {memory: 1Gi, cpu: 1}' | '' | 0",
        "requests: {memory: 1Gi}             | priority: 2000000000 | 0",
        "requests: {memory: 9Gi}                                    | ''  | 0",
      })
  void limitedSwapIsForBurstableContainersByTheirShare(String resources, String spec, String max) {
    MachineFacts machine =
        new MachineFacts(
            true, true, false, true, RuntimeFeatures.NONE, List.of(), List.of(), 4L << 30);

    assertThat(container(resources, Nodes.swapping(), machine, spec).unified())
        .containsEntry("memory.swap.max", max);
  }

  @Test
  void nobodySwapsOnLegacyCgroups() {
    MachineFacts legacy =
        new MachineFacts(
            false, true, false, true, RuntimeFeatures.NONE, List.of(), List.of(), 4L << 30);
    String resources = "requests: {memory: 1Gi}, limits: {memory: 2Gi}";

    assertThat(container(resources, Nodes.swapping(), legacy, "").memorySwapLimitBytes())
        .isEqualTo(2L << 30);
  }

  @Test
  void mayLoseASingleProcessWhereTheNodeIsToldSo() {
    assertThat(container("limits: {memory: 1Gi}", Nodes.swapping(), Nodes.UNIFIED, "").unified())
        .isEmpty();
  }

  @Test
  void limitsEveryHugePageSizeOfTheMachine() {
    MachineFacts machine =
        new MachineFacts(true, false, false, true, List.of("2MB", "1GB"), List.of());
    LinuxResources given =
        container(
            "limits: {hugepages-2Mi: 64Mi, hugepages-64Ki: 128Ki, memory: 1Gi, cpu: '1'}",
            Nodes.plain(),
            machine,
            "");
    assertThat(given.hugepageLimits()).isEqualTo(Map.of("2MB", 64L << 20, "1GB", 0L));
  }

  @Test
  void sumsTheContainersForTheSandboxWithoutOverhead() {
    Pod pod =
        pod(
            "requests: {cpu: 250m, memory: 1Gi}, limits: {cpu: 500m, memory: 2Gi}",
            "overhead: {cpu: '1', memory: 1Gi}");
    LinuxLimits limits = new LinuxLimits(Nodes.plain(), Nodes.LEGACY);
    assertThat(limits.ofSandbox(pod))
        .isEqualTo(
            new LinuxResources(100_000, 50_000, 256, 2L << 30, 0, 0, "", "", Map.of(), Map.of()));
    assertThat(limits.ofOverhead(pod))
        .isEqualTo(
            new LinuxResources(100_000, 100_000, 1024, 1L << 30, 0, 0, "", "", Map.of(), Map.of()));
  }

  @Test
  void saysNothingOfOverheadThatAPodDoesNotHave() {
    assertThat(new LinuxLimits(Nodes.plain(), Nodes.UNIFIED).ofOverhead(pod("requests: {}", "")))
        .isEqualTo(new LinuxResources(0, 0, 0, 0, 0, 0, "", "", Map.of(), Map.of()));
  }

  private static LinuxResources container(String resources) {
    return container(resources, Nodes.plain(), Nodes.UNIFIED, "");
  }

  private static LinuxResources container(
      String resources, NodeSettings settings, MachineFacts machine, String spec) {
    Pod pod = pod(resources, spec);
    return new LinuxLimits(settings, machine)
        .ofContainer(pod, pod.spec().containers().getFirst(), EIGHT_GIB);
  }

  private static Pod pod(String resources, String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: default, uid: u-1}
        spec:
          %s
          containers:
            - name: main
              image: busybox
              resources: {%s}
        """
            .formatted(spec, resources));
  }
}
