package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two pods of one name never run together. */
class InventoryPredecessorTest {
  private final InventoryBench node = new InventoryBench().started();

  InventoryPredecessorTest() {
    node.bench.image("img:1", ContainerScript.forever().stoppingAfter(Duration.ofSeconds(5), 0));
  }

  @Test
  void successorWaitsForTheEndOfTheFormer() {
    node.deliver(asking("a", "u1", "100m"));
    node.deliver(asking("a", "u2", "100m"));
    node.bench.advanceSeconds(4);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.everStarted("u2")).isFalse();
    assertThat(node.phase("u2")).isEqualTo("Pending");
    assertThat(node.inventory.counts().waiting()).isEqualTo(1);
    node.bench.advanceSeconds(2);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.runs("u2")).isTrue();
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(1, 0, 1, 0, 0, 0));
  }

  @Test
  void successorDoesNotNeedTheRoomOfTheFormerTwice() {
    node.deliver(asking("a", "u1", "1"));
    node.deliver(asking("a", "u2", "1"));
    node.bench.advanceSeconds(20);
    assertThat(node.runs("u2")).isTrue();
  }

  @Test
  void threeOfThemComeOneAfterTheOther() {
    node.deliver(asking("a", "u1", "100m"));
    node.deliver(asking("a", "u2", "100m"));
    node.deliver(asking("a", "u3", "100m"));
    node.bench.advanceSeconds(30);
    assertThat(node.everStarted("u2")).as("it was removed while it waited").isFalse();
    assertThat(node.runs("u3")).isTrue();
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(1, 0, 1, 0, 0, 0));
  }

  @Test
  void twoThatAreListedTogetherDoNotRunTogether() {
    node.deliver(asking("a", "u1", "100m"), asking("a", "u2", "100m"));
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.everStarted("u2")).isFalse();
    node.deliver(asking("a", "u2", "100m"));
    node.bench.advanceSeconds(20);
    assertThat(node.runs("u2")).isTrue();
  }

  @Test
  void waitingPodThatIsRemovedNeverRuns() {
    node.deliver(asking("a", "u1", "100m"));
    node.deliver(asking("a", "u2", "100m"));
    node.deliver();
    node.bench.advanceSeconds(60);
    assertThat(node.everStarted("u2")).isFalse();
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(0, 0, 0, 0, 0, 0));
    assertThat(node.phase("u2")).isEqualTo("none");
  }

  @Test
  void waitingPodThatDoesNotFitWhenItsTimeHasComeIsRejected() {
    node.deliver(asking("a", "u1", "600m"));
    node.deliver(asking("a", "u2", "2"));
    assertThat(node.phase("u2")).isEqualTo("Pending");
    node.bench.advanceSeconds(60);
    assertThat(node.everStarted("u2")).isFalse();
    assertThat(node.phase("u2")).isEqualTo("Failed");
    assertThat(node.reason("u2")).isEqualTo("OutOfcpu");
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(1, 0, 0, 0, 0, 1));
  }

  @Test
  void successorWaitsForRemainsThatOnlyTheRuntimeKnows() {
    node.deliver(asking("a", "u1", "100m"));
    InventoryBench again = node.restarted();
    again.deliver(asking("a", "u2", "100m"));
    again.bench.advanceSeconds(4);
    assertThat(again.everStarted("u2")).isFalse();
    assertThat(again.runs("u1")).isTrue();
    again.bench.advanceSeconds(4);
    assertThat(again.runs("u1")).isFalse();
    assertThat(again.runs("u2")).isTrue();
  }

  @Test
  void podsOfOtherNamesDoNotWait() {
    node.deliver(asking("a", "u1", "100m"));
    node.deliver(asking("b", "u2", "100m"));
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.runs("u2")).isTrue();
  }

  @Test
  void successorWaitsAlsoForAFormerWhoseActorBroke() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(asking("a", "u1", "100m"));
    node.deliver(asking("a", "u2", "100m"));
    node.inventory.broken(new PodUid("u1"), new IllegalStateException("bug"));
    node.inventory.remainsFound(List.of());
    node.moment();
    assertThat(node.runs("u1") && node.runs("u2")).as("both run").isFalse();
    node.bench.advanceSeconds(120);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.runs("u2")).isTrue();
  }
}
