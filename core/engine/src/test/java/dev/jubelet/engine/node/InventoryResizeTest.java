package dev.jubelet.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pods of one UID whose resources are edited, on a node of one cpu and 16 Gi. */
class InventoryResizeTest {
  private static final PodUid UID = new PodUid("u1");

  private InventoryBench node = new InventoryBench().started();

  private static Pod pod(String uid, String cpu, String memory) {
    return pod(uid, cpu, memory, "");
  }

  private static Pod pod(String uid, String cpu, String memory, String more) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p-%s, namespace: default, uid: %s, generation: 3}
        spec:
          terminationGracePeriodSeconds: 10
          containers:
          - name: a
            image: "img:1"
            resources: {requests: {cpu: %s, memory: %s}, limits: {cpu: 2, memory: %s}}
            %s
        """
            .formatted(uid, uid, cpu, memory, memory, more));
  }

  private ObservedContainer container() {
    return node.bench.newest(UID, "a").orElseThrow();
  }

  private LinuxResources has() {
    return node.bench.runtime.resourcesOf(container().id());
  }

  private PodStatus status() {
    return node.bench.statuses.status(UID).orElseThrow();
  }

  private Optional<PodCondition> condition(String type) {
    return status().conditions().stream().filter(c -> c.type().equals(type)).findFirst();
  }

  private ContainerStatus containerStatus() {
    return status().containerStatuses().getFirst();
  }

  private List<String> told() {
    return node.bench.journal.lines().stream().map(RecordingJournal.Line::reason).toList();
  }

  @Test
  void changesARunningContainerWithoutARestart() {
    node.deliver(pod("u1", "100m", "1Gi"));
    ObservedContainer before = container();

    node.deliver(pod("u1", "500m", "2Gi"));

    assertThat(container().id()).isEqualTo(before.id());
    assertThat(has().cpuShares()).isEqualTo(512);
    assertThat(has().memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(node.bench.cgroups.cgroup(UID).orElseThrow().memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(containerStatus().allocatedResources()).containsEntry("cpu", Quantity.parse("500m"));
    assertThat(containerStatus().resources()).isNotNull();
    assertThat(condition("PodResizePending")).isEmpty();
    assertThat(condition("PodResizeInProgress")).isEmpty();
    assertThat(told()).contains("ResizeStarted", "ResizeCompleted");
    assertThat(node.bench.state.content("allocations").orElseThrow())
        .contains("cpu=500m")
        .doesNotContain("before");
  }

  @Test
  void theCgroupIsRaisedBeforeTheContainerAndLoweredAfterIt() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.takeCalls();

    node.deliver(pod("u1", "100m", "2Gi"));
    assertThat(node.bench.takeChanges())
        .containsExactly(
            Operation.SANDBOX_UPDATE,
            Operation.CGROUP_ENSURE,
            Operation.CONTAINER_UPDATE,
            Operation.CGROUP_ENSURE);
  }

  @Test
  void putsOffWhatOthersHaveAndGivesItWhenTheyGo() {
    node.deliver(pod("u1", "100m", "1Gi"), pod("u2", "600m", "1Gi"));

    node.deliver(pod("u1", "500m", "1Gi"), pod("u2", "600m", "1Gi"));

    PodCondition pending = condition("PodResizePending").orElseThrow();
    assertThat(pending.reason()).isEqualTo("Deferred");
    assertThat(pending.message()).contains("requested: 500, used: 600, capacity: 1000");
    assertThat(pending.observedGeneration()).isEqualTo(3);
    assertThat(containerStatus().allocatedResources()).containsEntry("cpu", Quantity.parse("100m"));
    assertThat(has().cpuShares()).isEqualTo(102);
    assertThat(told()).contains("ResizeDeferred");
    assertThat(shownRequest()).isEqualTo(Quantity.parse("500m"));

    node.deliver(pod("u1", "500m", "1Gi"));
    node.bench.advanceSeconds(30);

    assertThat(condition("PodResizePending")).isEmpty();
    assertThat(has().cpuShares()).isEqualTo(512);
  }

  /** What is shown beside a status is what its source wants. */
  private Quantity shownRequest() {
    return Objects.requireNonNull(
        node.bench
            .statuses
            .pod(UID)
            .orElseThrow()
            .spec()
            .containers()
            .getFirst()
            .resources()
            .requests()
            .get("cpu"));
  }

  @Test
  void saysWhatCannotBe() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.deliver(pod("u1", "1500m", "1Gi"));

    assertThat(condition("PodResizePending").orElseThrow().reason()).isEqualTo("Infeasible");
    assertThat(told()).contains("ResizeInfeasible");

    node.deliver(pod("u1", "100m", "1Gi"));

    assertThat(condition("PodResizePending")).isEmpty();
    assertThat(has().cpuShares()).isEqualTo(102);
  }

  @Test
  void aNewcomerIsJudgedByWhatOthersWereGivenNotByWhatTheyWant() {
    node.deliver(pod("u1", "100m", "1Gi"), pod("u2", "600m", "1Gi"));
    node.deliver(pod("u1", "900m", "1Gi"), pod("u2", "600m", "1Gi"));

    node.deliver(pod("u1", "900m", "1Gi"), pod("u2", "600m", "1Gi"), pod("u3", "300m", "1Gi"));

    assertThat(node.runs("u3")).isTrue();
  }

  @Test
  void memoryIsNotLoweredBelowWhatIsUsed() {
    node.deliver(pod("u1", "100m", "2Gi"));
    node.bench.runtime.memoryUsage(1536L << 20);

    node.deliver(pod("u1", "100m", "1Gi"));

    PodCondition progress = condition("PodResizeInProgress").orElseThrow();
    assertThat(progress.reason()).isEqualTo("Error");
    assertThat(progress.message()).contains("container \"a\" uses 1610612736 bytes");
    assertThat(has().memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(Objects.requireNonNull(containerStatus().resources()).limits())
        .containsEntry("memory", Quantity.parse("2Gi"));
    assertThat(containerStatus().allocatedResources())
        .containsEntry("memory", Quantity.parse("1Gi"));

    node.bench.runtime.memoryUsage(100L << 20);
    node.bench.advanceSeconds(60);

    assertThat(has().memoryLimitBytes()).isEqualTo(1L << 30);
    assertThat(condition("PodResizeInProgress")).isEmpty();
  }

  @Test
  void aResizeThatIsTakenBackLeavesNothingBehind() {
    node.deliver(pod("u1", "100m", "2Gi"));
    node.bench.runtime.memoryUsage(1536L << 20);
    node.deliver(pod("u1", "100m", "1Gi"));

    node.deliver(pod("u1", "100m", "2Gi"));
    node.bench.advanceSeconds(60);

    assertThat(condition("PodResizeInProgress")).isEmpty();
    assertThat(has().memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(node.bench.cgroups.cgroup(UID).orElseThrow().memoryLimitBytes()).isEqualTo(2L << 30);
  }

  @Test
  void aContainerWhosePolicyAsksForItIsRestarted() {
    String policy = "resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]";
    node.deliver(pod("u1", "100m", "1Gi", policy));
    ObservedContainer before = container();

    node.deliver(pod("u1", "500m", "1Gi", policy));
    node.bench.advanceSeconds(30);

    assertThat(container().id()).isNotEqualTo(before.id());
    assertThat(container().running()).isTrue();
    assertThat(has().cpuShares()).isEqualTo(512);
    assertThat(node.bench.running(UID)).isEqualTo(1);
    assertThat(condition("PodResizeInProgress")).isEmpty();
  }

  @Test
  void aRestartOfOursForgetsNothing() {
    node.deliver(pod("u1", "100m", "1Gi"), pod("u2", "600m", "1Gi"));
    node.deliver(pod("u1", "500m", "1Gi"), pod("u2", "600m", "1Gi"));
    assertThat(condition("PodResizePending")).isPresent();

    node = node.restarted();
    node.deliver(pod("u1", "500m", "1Gi"), pod("u2", "600m", "1Gi"));

    assertThat(condition("PodResizePending").orElseThrow().reason()).isEqualTo("Deferred");
    assertThat(has().cpuShares()).isEqualTo(102);
    assertThat(starts()).isEqualTo(2);
  }

  private long starts() {
    return node.bench.runtime.history().stream()
        .filter(h -> h.kind() == FakeRuntimeEvent.Kind.CONTAINER_STARTED)
        .count();
  }

  @Test
  void aManifestThatWasEditedWhileWeWereAwayIsAResize() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.processDies();

    node = new InventoryBench(node.bench, Bench.facts("1", "110"), List.of("file")).started();
    node.deliver(pod("u1", "500m", "1Gi"));

    assertThat(has().cpuShares()).isEqualTo(512);
    assertThat(starts()).isEqualTo(1);
  }

  @Test
  void theNextLifeEndsWhatThisOneBegan() {
    endsInTheNextLife();
  }

  @Test
  void alsoOnARuntimeThatDoesNotTellWhatContainersHave() {
    node.bench.runtime.tellsNoResources();
    endsInTheNextLife();
  }

  private void endsInTheNextLife() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.faults.always(Operation.CONTAINER_UPDATE, Fault.failBefore(FailureKind.UNAVAILABLE));
    node.deliver(pod("u1", "500m", "2Gi"));
    assertThat(has().cpuShares()).isEqualTo(102);
    node.bench.faults.heal(Operation.CONTAINER_UPDATE);

    node = node.restarted();
    node.deliver(pod("u1", "500m", "2Gi"));

    assertThat(has().cpuShares()).isEqualTo(512);
    assertThat(has().memoryLimitBytes()).isEqualTo(2L << 30);
    assertThat(starts()).isEqualTo(1);
    assertThat(node.bench.state.content("allocations").orElseThrow()).doesNotContain("before");
  }

  @Test
  void aDamagedCheckpointIsToldAndSourcesCount() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.state.damaged("allocations: it is empty");

    node = node.restarted();
    node.deliver(pod("u1", "100m", "1Gi"));

    assertThat(told()).contains("DamagedState");
    assertThat(node.runs("u1")).isTrue();
    assertThat(starts()).isEqualTo(1);
  }

  @Test
  void aCheckpointOfAnotherMakeIsSetAside() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.state.put("allocations", "something else\n");

    node = node.restarted();
    node.deliver(pod("u1", "100m", "1Gi"));

    assertThat(told()).contains("DamagedState");
    assertThat(node.bench.state.content("allocations.damaged")).contains("something else\n");
  }

  @Test
  void aFullDiskIsToldAndKeepsNobodyWaiting() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.bench.state.diskFull(true);

    node.deliver(pod("u1", "500m", "1Gi"));

    assertThat(told()).contains("FailedCheckpoint");
    assertThat(has().cpuShares()).isEqualTo(512);
  }

  @Test
  void forgetsWhoIsGone() {
    node.deliver(pod("u1", "100m", "1Gi"));
    node.deliver();
    node.bench.advanceSeconds(60);

    assertThat(node.bench.state.content("allocations").orElseThrow()).doesNotContain("u1");
  }
}
