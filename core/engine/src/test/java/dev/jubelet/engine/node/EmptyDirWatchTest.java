package dev.jubelet.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EmptyDirWatchTest {
  private static final PodUid UID = new PodUid("u1");
  private static final Pod LIMITED =
      Bench.pod(
          "p",
          "u1",
          """
          containers:
          - name: a
            image: "img:1"
            volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]
          volumes: [{name: v, emptyDir: {sizeLimit: 10}}, {name: w, emptyDir: {}}]
          """);

  private final InventoryBench node = new InventoryBench();
  private final EmptyDirWatch watch =
      new EmptyDirWatch(
          node.bench.volumes, node.bench.node(), node.inventory::running, node.inventory::evict);

  @BeforeEach
  void start() {
    node.started();
    watch.start();
  }

  private void writes(String volume, int bytes) {
    node.bench
        .outside
        .files()
        .write(node.bench.volumes.mounted(UID).get(volume) + "/f", "x".repeat(bytes));
  }

  @Test
  void aPodThatPassesItsLimitIsEvicted() {
    node.deliver(LIMITED);
    assertThat(node.runs("u1")).isTrue();
    writes("v", 11);
    node.bench.advanceSeconds(15);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.phase("u1")).isEqualTo("Failed");
    assertThat(node.reason("u1")).isEqualTo("Evicted");
    assertThat(node.bench.statuses.status(UID).map(PodStatus::message))
        .contains("Usage of EmptyDir volume \"v\" exceeds the limit \"10\".");
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isFalse();
  }

  @Test
  void anEvictedPodStaysFailedInOurNextLife() {
    node.deliver(LIMITED);
    writes("v", 11);
    node.bench.advanceSeconds(15);
    InventoryBench next = node.restarted();
    next.deliver(LIMITED);
    next.bench.advanceSeconds(60);
    assertThat(next.runs("u1")).isFalse();
    assertThat(next.phase("u1")).isEqualTo("Failed");
    assertThat(next.reason("u1")).isEqualTo("Evicted");
    assertThat(next.bench.statuses.status(UID).map(PodStatus::message))
        .contains("Usage of EmptyDir volume \"v\" exceeds the limit \"10\".");
  }

  @Test
  void aDeathInTheMiddleOfAnEvictionIsNoReprieve() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(LIMITED);
    node.inventory.evict(UID, "too much");
    node.bench.run();
    InventoryBench next = node.restarted();
    assertThat(next.runs("u1")).as("we died before it did").isTrue();
    next.deliver(LIMITED);
    next.bench.advanceSeconds(15);
    assertThat(next.runs("u1")).isFalse();
    assertThat(next.reason("u1")).isEqualTo("Evicted");
  }

  @Test
  void aRuntimeThatDoesNotEndAnEvictedPodInTimeIsTold() {
    String told =
        "Warning ExceededGracePeriod : Container runtime did not kill the pod within specified"
            + " grace period.";
    node.deliver(LIMITED);
    node.bench.runtime.setAvailable(false);
    node.inventory.evict(UID, "too much");
    node.bench.advanceSeconds(9);
    assertThat(node.bench.journal.announced()).doesNotContain(told);
    node.bench.advanceSeconds(2);
    assertThat(node.bench.journal.announced()).containsOnlyOnce(told);
  }

  @Test
  void anEvictedPodThatEndsInTimeIsNoNews() {
    node.deliver(LIMITED);
    node.inventory.evict(UID, "too much");
    node.bench.advanceSeconds(30);
    assertThat(node.bench.journal.announced())
        .noneMatch(line -> line.contains("ExceededGracePeriod"));
  }

  @Test
  void whoseManifestWasRemovedMayComeBack() {
    node.deliver(LIMITED);
    writes("v", 11);
    node.bench.advanceSeconds(15);
    node.deliver();
    node.bench.advanceSeconds(15);
    assertThat(node.bench.state.content("forced-ends")).contains("forced-ends 1\n");
    node.deliver(LIMITED);
    assertThat(node.runs("u1")).isTrue();
  }

  @Test
  void damagedEvictionsAreToldAndHinderNobody() {
    node.bench.state.put("forced-ends", "something else");
    InventoryBench next = node.restarted();
    next.deliver(LIMITED);
    assertThat(next.runs("u1")).isTrue();
    assertThat(next.bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .contains("DamagedState");
  }

  @Test
  void aPodWithinItsLimitRunsOn() {
    node.deliver(LIMITED);
    writes("v", 10);
    writes("w", 1000);
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isTrue();
  }

  @Test
  void onlyVolumesWithALimitAreMeasured() {
    node.deliver(Bench.pod("u2"), LIMITED);
    node.bench.takeCalls();
    node.bench.advanceSeconds(31);
    assertThat(node.bench.takeCalls()).filteredOn(Operation.VOLUME_USAGE::equals).hasSize(3);
  }

  @Test
  void aMeasurementThatFailsIsToldAndDoneAgain() {
    node.deliver(LIMITED);
    writes("v", 11);
    node.bench.faults.once(Operation.VOLUME_USAGE, Fault.failBefore(FailureKind.INTERNAL));
    node.bench.advanceSeconds(11);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .contains("FailedMeasurement");
    node.bench.advanceSeconds(15);
    assertThat(node.runs("u1")).isFalse();
  }

  @Test
  void aClosedWatchMeasuresNoMore() {
    node.deliver(LIMITED);
    watch.close();
    writes("v", 11);
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isTrue();
  }
}
