package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that are taken away: by their source, by a deletion, and those that come back. */
class InventoryDeletionTest {
  private static final PodUid U = new PodUid("u1");
  private final InventoryBench node = new InventoryBench().started();

  private static Pod pod() {
    return asking("a", "u1", "100m");
  }

  private static Pod deleted(int grace) {
    return asking(
        "a",
        "u1",
        "100m",
        ", deletionTimestamp: \"2026-01-01T00:00:00Z\", deletionGracePeriodSeconds: " + grace);
  }

  @Test
  void removedPodGetsItsOwnGraceAndLeavesNothing() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(pod());
    node.deliver();
    node.bench.advance(Duration.ofMillis(9_900));
    assertThat(node.runs("u1")).isTrue();
    node.bench.advance(Duration.ofMillis(200));
    assertThat(node.bench.runtime.allSandboxes()).isEmpty();
    assertThat(node.bench.directories.present()).isEmpty();
    assertThat(node.bench.cgroups.present()).isEmpty();
    assertThat(node.phase("u1")).isEqualTo("none");
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(0, 0, 0, 0, 0, 0));
  }

  @Test
  void whoComesBackAfterItsEndIsStartedAtOnce() {
    node.deliver(pod());
    node.deliver();
    node.bench.advanceSeconds(5);
    node.deliver(pod());
    assertThat(node.runs("u1")).isTrue();
  }

  @Test
  void deletedPodEndsWithTheGraceOfItsDeletionAndKeepsItsStatus() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(pod());
    node.deliver(deleted(4));
    node.bench.advanceSeconds(4);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.phase("u1")).isEqualTo("Failed");
    assertThat(node.inventory.counts().ended()).isEqualTo(1);
    node.deliver();
    assertThat(node.inventory.counts().seated()).isZero();
  }

  @Test
  void secondDeletionShortensTheGrace() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(pod());
    node.deliver(deleted(300));
    node.bench.advanceSeconds(5);
    node.deliver(deleted(2));
    node.bench.advanceSeconds(2);
    assertThat(node.runs("u1")).isFalse();
  }

  @Test
  void podThatIsBeingDeletedWhenItIsFirstHeardOfIsNotStarted() {
    node.deliver(deleted(5));
    node.bench.advanceSeconds(60);
    assertThat(node.everStarted("u1")).isFalse();
  }

  @Test
  void podThatIsBeingDeletedWhenWeStartIsEnded() {
    node.deliver(pod());
    InventoryBench again = node.restarted();
    again.deliver(deleted(5));
    again.bench.advanceSeconds(60);
    assertThat(again.runs("u1")).isFalse();
  }

  @Test
  void samePodRemovedAndAddedAgainEndsFirstAndRunsAnew() {
    node.bench.image("img:1", ContainerScript.forever().stoppingAfter(Duration.ofSeconds(3), 0));
    node.deliver(pod());
    node.bench.runtime.clearHistory();
    node.deliver();
    node.bench.advanceSeconds(1);
    node.deliver(pod());
    assertThat(node.bench.running(U)).isEqualTo(1);
    node.bench.advanceSeconds(1);
    assertThat(node.everStarted("u1")).as("the first life ends first").isFalse();
    node.bench.advanceSeconds(10);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.everStarted("u1")).isTrue();
    assertThat(node.bench.newest(U, "a").orElseThrow().attempt()).isZero();
    assertThat(node.phase("u1")).isEqualTo("Running");
  }

  @Test
  void samePodRemovedAndAddedAgainAtOnceRunsAnewToo() {
    node.deliver(pod());
    node.bench.runtime.clearHistory();
    node.inventory.delivered(delivery());
    node.inventory.delivered(delivery(pod()));
    node.bench.advanceSeconds(70);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.runtime.allContainers()).hasSize(1);
  }

  private static PodSource.Delivery delivery(Pod... pods) {
    return new PodSource.Delivery("file", List.of(pods), List.of());
  }

  @Test
  void orderOfTheListDoesNotMatter() {
    Pod a = asking("a", "u1", "100m");
    Pod b = asking("b", "u2", "100m");
    node.deliver(a, b);
    node.bench.takeCalls();
    node.deliver(b, a);
    assertThat(node.bench.takeChanges()).isEmpty();
  }

  @Test
  void updateReachesThePod() {
    node.bench.image("img:2");
    node.deliver(pod());
    node.bench.takeCalls();
    Pod changed =
        Bench.pod(
            "a",
            "u1",
            """
            terminationGracePeriodSeconds: 10
            containers:
            - {name: a, image: "img:2", resources: {requests: {cpu: 100m}}}
            """);
    node.deliver(changed);
    assertThat(node.bench.takeChanges())
        .contains(Operation.CONTAINER_STOP, Operation.CONTAINER_CREATE);
    assertThat(node.bench.newest(U, "a").orElseThrow().image()).isEqualTo("img:2");
  }
}
