package dev.jubelet.decide.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeAddress;
import dev.jubelet.model.node.NodeCondition;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeStatus;
import dev.jubelet.model.node.NodeStatusBuilder;
import dev.jubelet.model.node.NodeSystemInfo;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.status.ConditionStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NodeStatusesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.7Z");
  private static final Instant SECOND = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");

  private static final Map<String, Quantity> CAPACITY =
      Map.of(
          "cpu", Quantity.of(4),
          "memory", Quantity.parse("8Gi"),
          "pods", Quantity.of(110),
          "ephemeral-storage", Quantity.parse("100Gi"),
          "hugepages-2Mi", Quantity.of(0));

  record Row(NodeHealth health, ConditionStatus ready, String reason, String message) {}

  private static NodeHealth health(RuntimeReadiness readiness, boolean down, String complaint) {
    return new NodeHealth(
        readiness,
        down,
        Optional.of(complaint).filter(why -> !why.isEmpty()),
        NodeHealth.Pressure.NONE);
  }

  static List<Row> readiness() {
    RuntimeReadiness ready = RuntimeReadiness.READY;
    String cni = "NetworkReady=false reason:NetworkPluginNotReady message:cni config uninitialized";
    return List.of(
        new Row(
            health(ready, false, ""),
            ConditionStatus.TRUE,
            "KubeletReady",
            "kubelet is posting ready status"),
        new Row(
            new NodeHealth(null, false, Optional.empty(), NodeHealth.Pressure.NONE),
            ConditionStatus.FALSE,
            "KubeletNotReady",
            "[container runtime status check may not have completed yet, network state unknown]"),
        new Row(
            health(new RuntimeReadiness(true, "", false, cni), false, ""),
            ConditionStatus.FALSE,
            "KubeletNotReady",
            "container runtime network not ready: " + cni),
        new Row(
            health(new RuntimeReadiness(false, "RuntimeReady=false", true, ""), false, ""),
            ConditionStatus.FALSE,
            "KubeletNotReady",
            "container runtime not ready: RuntimeReady=false"),
        new Row(
            health(ready, true, "pleg was last seen active long ago"),
            ConditionStatus.FALSE,
            "KubeletNotReady",
            "[container runtime is down, PLEG is not healthy: pleg was last seen active long"
                + " ago]"));
  }

  @ParameterizedTest
  @MethodSource("readiness")
  void readyConditionSaysWhatKubernetesSays(Row row) {
    NodeCondition ready = NodeConditions.of(row.health(), CAPACITY, List.of(), SECOND).getLast();
    assertThat(ready)
        .isEqualTo(
            new NodeCondition("Ready", row.ready(), SECOND, SECOND, row.reason(), row.message()));
  }

  @Test
  void pressureHasItsOwnWordsAndEvents() {
    NodeHealth pressed =
        new NodeHealth(
            RuntimeReadiness.READY,
            false,
            Optional.empty(),
            new NodeHealth.Pressure(true, true, true));
    NodeStatus before = of(health(RuntimeReadiness.READY, false, ""), NodeStatus.NOTHING, NOW);
    NodeStatus after = of(pressed, before, LATER);
    assertThat(after.conditions())
        .extracting(c -> c.type() + " " + c.status().wire() + " " + c.reason() + " " + c.message())
        .containsExactly(
            "MemoryPressure True KubeletHasInsufficientMemory kubelet has insufficient memory"
                + " available",
            "DiskPressure True KubeletHasDiskPressure kubelet has disk pressure",
            "PIDPressure True KubeletHasInsufficientPID kubelet has insufficient PID available",
            "Ready True KubeletReady kubelet is posting ready status");
    assertThat(NodeEvents.between("n1", before, after))
        .extracting(NodeEvents::reason)
        .containsExactly(
            "NodeHasInsufficientMemory", "NodeHasDiskPressure", "NodeHasInsufficientPID");
    assertThat(NodeEvents.between("n1", after, before))
        .extracting(NodeEvents::message)
        .containsExactly(
            "Node n1 status is now: NodeHasSufficientMemory",
            "Node n1 status is now: NodeHasNoDiskPressure",
            "Node n1 status is now: NodeHasSufficientPID");
  }

  @Test
  void conditionThatStaysKeepsItsTimeAndOthersOnesStay() {
    NodeStatus first = of(health(RuntimeReadiness.READY, false, ""), NodeStatus.NOTHING, NOW);
    NodeCondition other =
        new NodeCondition(
            "NetworkUnavailable", ConditionStatus.FALSE, NOW, NOW, "FlannelIsUp", "up");
    NodeStatus shown = withCondition(first, other);
    NodeStatus next = of(health(RuntimeReadiness.READY, false, ""), shown, LATER);
    assertThat(next.conditions()).contains(other);
    NodeCondition ready = next.conditions().getLast();
    assertThat(ready.lastTransitionTime()).isEqualTo(SECOND);
    assertThat(ready.lastHeartbeatTime()).isEqualTo(LATER);
    assertThat(NodeStatuses.agree(shown, next)).isTrue();
    NodeStatus broken = of(health(RuntimeReadiness.READY, true, ""), shown, LATER);
    assertThat(NodeStatuses.agree(shown, broken)).isFalse();
    assertThat(NodeEvents.between("n1", shown, broken))
        .containsExactly(
            new NodeEvents(false, "NodeNotReady", "Node n1 status is now: NodeNotReady"));
  }

  @Test
  void resourcesOfOthersStayAndHugePagesThatAreGoneGo() {
    NodeStatus shown =
        new NodeStatus(
            Map.of(
                "example.com/dongle", Quantity.of(4),
                "hugepages-1Gi", Quantity.parse("2Gi"),
                "cpu", Quantity.of(2)),
            Map.of("hugepages-1Gi", Quantity.parse("2Gi"), "example.com/old", Quantity.of(1)),
            List.of(),
            List.of(),
            null,
            null,
            List.of(),
            List.of("kubernetes.io/csi/x"),
            List.of(),
            null,
            List.of());
    NodeStatus next = of(health(RuntimeReadiness.READY, false, ""), shown, NOW);
    assertThat(next.capacity())
        .containsEntry("example.com/dongle", Quantity.of(4))
        .containsEntry("cpu", Quantity.of(4))
        .doesNotContainKey("hugepages-1Gi");
    assertThat(next.allocatable())
        .containsEntry("example.com/dongle", Quantity.of(4))
        .containsEntry("cpu", Quantity.of(3))
        .doesNotContainKeys("hugepages-1Gi", "example.com/old");
    assertThat(next.volumesInUse()).isEmpty();
  }

  @Test
  void devicesOfAnEarlierKubeletAreTakenBack() {
    NodeStatus shown =
        NodeStatusBuilder.builder(
                of(health(RuntimeReadiness.READY, false, ""), NodeStatus.NOTHING, NOW))
            .capacity(
                Map.of(
                    "example.com/dongle", Quantity.of(4),
                    "attachable-volumes-x", Quantity.of(9),
                    "mine.kubernetes.io/x", Quantity.of(2),
                    "cpu", Quantity.of(2)))
            .build();
    NodeStatus next =
        of(health(RuntimeReadiness.READY, false, ""), NodeStatuses.withoutDevices(shown), NOW);
    assertThat(next.capacity())
        .containsEntry("example.com/dongle", Quantity.ZERO)
        .containsEntry("attachable-volumes-x", Quantity.of(9))
        .containsEntry("mine.kubernetes.io/x", Quantity.of(2))
        .containsEntry("cpu", Quantity.of(4));
    assertThat(next.allocatable()).containsEntry("example.com/dongle", Quantity.ZERO);
  }

  @Test
  void rebootIsToldOnce() {
    NodeStatus before = of(health(RuntimeReadiness.READY, false, ""), NodeStatus.NOTHING, NOW);
    NodeStatus rebooted =
        NodeStatuses.of(
            profile("boot-2"), health(RuntimeReadiness.READY, false, ""), List.of(), before, LATER);
    assertThat(NodeEvents.between("n1", before, rebooted))
        .containsExactly(
            new NodeEvents(true, "Rebooted", "Node n1 has been rebooted, boot id: boot-2"));
    assertThat(NodeEvents.between("n1", rebooted, rebooted)).isEmpty();
  }

  @Test
  void largestImagesAreShownWithFiveNamesEach() {
    List<ObservedImage> images =
        IntStream.range(0, 60)
            .mapToObj(i ->
                new ObservedImage(
                    "id" + i,
                    List.of("a:1", "a:2", "a:3", "a:4"),
                    List.of("a@sha256:1", "a@sha256:2"),
                    i,
                    null,
                    "",
                    false))
            .toList();
    assertThat(NodeImages.of(images, 50)).hasSize(50);
    assertThat(NodeImages.of(images, 50).getFirst().sizeBytes()).isEqualTo(59);
    assertThat(NodeImages.of(images, -1)).hasSize(60);
    assertThat(NodeImages.of(images, 1).getFirst().names())
        .containsExactly("a@sha256:1", "a@sha256:2", "a:1", "a:2", "a:3");
  }

  @Test
  void ofAnExistingNodeOnlyLabelsOfKubernetesAreMended() {
    Map<String, String> ours =
        Map.of("kubernetes.io/hostname", "n1", "kubernetes.io/os", "linux", "disk", "ssd");
    assertThat(NodeLabels.mended(ours, Map.of(), true))
        .containsOnlyKeys("kubernetes.io/hostname", "kubernetes.io/os");
    assertThat(NodeLabels.mended(ours, Map.of(), false)).containsOnlyKeys("kubernetes.io/os");
    assertThat(NodeLabels.mended(ours, ours, true)).isEmpty();
  }

  private static NodeStatus of(NodeHealth health, NodeStatus shown, Instant wall) {
    return NodeStatuses.of(profile("boot-1"), health, List.of(), shown, wall);
  }

  private static NodeProfile profile(String bootId) {
    return new NodeProfile(
        new NodeFacts(
            "n1",
            Map.of("kubernetes.io/hostname", "n1"),
            CAPACITY,
            Map.of("cpu", Quantity.of(3)),
            "linux",
            "amd64"),
        new NodeProfile.Registration(true, Map.of(), ""),
        List.of(new NodeAddress("InternalIP", "10.0.0.1"), new NodeAddress("Hostname", "n1")),
        new NodeSystemInfo("m", "u", bootId, "6.1", "Debian", "", "", "", "linux", "amd64", null),
        new RuntimeFeatures(Map.of("", new RuntimeFeatures.Handler(true, false)), true),
        10250,
        50,
        List.of());
  }

  private static NodeStatus withCondition(NodeStatus status, NodeCondition more) {
    return NodeStatusBuilder.builder(status)
        .conditions(Stream.concat(Stream.of(more), status.conditions().stream()).toList())
        .build();
  }
}
