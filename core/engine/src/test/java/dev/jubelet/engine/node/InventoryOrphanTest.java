package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.config.SandboxConfigs;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that only the node still knows are ended, but not before all sources have been heard. */
class InventoryOrphanTest {
  private static final PodUid U1 = new PodUid("u1");

  /** A node on which u1 runs, started anew with these sources. */
  private static InventoryBench restarted(String... sources) {
    InventoryBench before = new InventoryBench().started();
    before.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    before.deliver(asking("a", "u1", "100m"));
    return before.restarted(Bench.facts("1", "110"), sources);
  }

  @Test
  void nothingIsCleanedUpBeforeAllSourcesAreHeard() {
    InventoryBench node = restarted("file", "http");
    node.deliverFrom("file");
    node.inventory.remainsFound(List.of(U1));
    node.bench.advanceSeconds(600);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.takeChanges()).doesNotContain(Operation.CONTAINER_STOP);
  }

  @Test
  void podOfALateSourceIsTakenOver() {
    InventoryBench node = restarted("file", "http");
    node.deliverFrom("file");
    node.bench.advanceSeconds(60);
    node.deliverFrom("http", asking("a", "u1", "100m"));
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.newest(U1, "a").orElseThrow().attempt()).isZero();
    assertThat(node.phase("u1")).isEqualTo("Running");
  }

  @Test
  void podThatNoSourceListsIsEndedWithTheGraceThatItsContainersCarry() {
    InventoryBench node = restarted("file");
    node.deliver();
    node.bench.advanceSeconds(9);
    assertThat(node.runs("u1")).isTrue();
    node.bench.advanceSeconds(1);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.bench.runtime.allSandboxes()).isEmpty();
    assertThat(node.bench.directories.present()).isEmpty();
    assertThat(node.bench.cgroups.present()).isEmpty();
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(0, 0, 0, 0, 0, 0));
  }

  @Test
  void endOfAnOrphanIsAWarningThatNamesIt() {
    InventoryBench node = restarted("file");
    node.deliver();
    node.bench.advanceSeconds(30);
    assertThat(node.bench.journal.lines())
        .filteredOn(line -> line.reason().equals("OrphanedPod"))
        .singleElement()
        .satisfies(line -> {
          assertThat(line.level()).isEqualTo(Journal.Level.WARNING);
          assertThat(line.uid()).isEqualTo(U1);
          assertThat(line.pod()).isEqualTo(new PodName("default", "a"));
        });
  }

  @Test
  void directoriesAndCgroupsOfNobodyAreRemoved() {
    InventoryBench node = new InventoryBench().started();
    node.bench.directories.prepare(asking("x", "x1", "1"));
    node.deliver(asking("a", "u1", "100m"));
    node.inventory.remainsFound(List.of(new PodUid("x1"), U1));
    node.moment();
    assertThat(node.bench.directories.present()).containsExactly(U1);
    assertThat(node.runs("u1")).isTrue();
  }

  @Test
  void remainsThatWereFoundTooEarlyAreRemovedWhenAllAreHeard() {
    InventoryBench node = new InventoryBench().restarted(Bench.facts("1", "110"), "file", "http");
    node.bench.directories.prepare(asking("x", "x1", "1"));
    node.deliverFrom("file");
    node.inventory.remainsFound(List.of(new PodUid("x1")));
    node.moment();
    assertThat(node.bench.directories.present()).hasSize(1);
    node.deliverFrom("http");
    assertThat(node.bench.directories.present()).isEmpty();
  }

  @Test
  void podThatAppearsInTheRuntimeByItselfIsEndedToo() {
    InventoryBench node = new InventoryBench().started();
    node.deliver();
    var config = Bench.runSettings();
    node.bench.runtime.runtime().sandboxes().run(sandboxConfig(config), "");
    node.bench.advanceSeconds(61);
    assertThat(node.bench.runtime.allSandboxes()).isEmpty();
  }

  private static SandboxConfig sandboxConfig(PodRunSettings runSettings) {
    return switch (SandboxConfigs.of(
        asking("x", "x1", "1"), 0, runSettings.settings(), runSettings.machine(), null)) {
      case ResolvedValue.Value(SandboxConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }

  @Test
  void orphanThatCannotBeStoppedIsTriedUntilItCan() {
    InventoryBench node = restarted("file");
    node.bench.faults.always(Operation.CONTAINER_STOP, Fault.failBefore(FailureKind.INTERNAL));
    node.deliver();
    node.bench.advanceSeconds(120);
    assertThat(node.runs("u1")).isTrue();
    node.bench.faults.heal(Operation.CONTAINER_STOP);
    node.bench.advanceSeconds(60);
    assertThat(node.bench.runtime.allSandboxes()).isEmpty();
  }

  @Test
  void orphanThatIsListedLaterRunsAnewAfterItsEnd() {
    InventoryBench node = restarted("file");
    node.deliver();
    node.bench.advanceSeconds(1);
    node.deliver(asking("a", "u1", "100m"));
    node.bench.advanceSeconds(30);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.phase("u1")).isEqualTo("Running");
  }
}
