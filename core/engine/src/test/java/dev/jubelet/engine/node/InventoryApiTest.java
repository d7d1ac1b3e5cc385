package dev.jubelet.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pods whose source keeps them until they have ended here, and has a status of its own for them.
 */
class InventoryApiTest {
  private static final PodUid U = new PodUid("u1");
  private static final String DELETED =
      ", deletionTimestamp: \"2026-01-01T00:00:00Z\", deletionGracePeriodSeconds: 5";
  private final InventoryBench node =
      new InventoryBench(
              new Bench().image("img:1"), Bench.facts("1", "110"), List.of("file", "api"))
          .started();

  private static Pod pod(String meta, String status) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a, namespace: default, uid: u1%s}
        spec:
          terminationGracePeriodSeconds: 10
          readinessGates: [{conditionType: example.com/gate}]
          containers:
          - {name: a, image: "img:1", resources: {requests: {cpu: 100m}}}
        status: {%s}
        """
            .formatted(meta, status));
  }

  private void api(Pod... pods) {
    node.deliverFrom("api", pods);
  }

  @Test
  void deletedPodIsLetGoOfOnceItHasEnded() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    api(pod("", ""));
    api(pod(DELETED, ""));
    node.bench.advanceSeconds(4);
    assertThat(node.bench.statuses.released()).isEmpty();
    node.bench.advanceSeconds(2);
    assertThat(node.bench.statuses.released()).containsExactly(U);
    assertThat(node.phase("u1")).isEqualTo("Failed");
  }

  @Test
  void podThatEndedBeforeItsDeletionIsLetGoOfAtOnce() {
    node.bench.image("img:1", ContainerScript.exits(0, Duration.ofSeconds(1)));
    Pod once = once("");
    api(once);
    node.bench.advanceSeconds(5);
    assertThat(node.phase("u1")).isEqualTo("Succeeded");
    assertThat(node.bench.statuses.released()).isEmpty();
    api(once(DELETED));
    assertThat(node.bench.statuses.released()).containsExactly(U);
  }

  private static Pod once(String meta) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: a, namespace: default, uid: u1%s}
        spec: {restartPolicy: Never, containers: [{name: a, image: "img:1"}]}
        """
            .formatted(meta));
  }

  @Test
  void rejectedPodIsLetGoOfWhenItIsDeleted() {
    api(InventoryBench.asking("a", "u1", "3"));
    assertThat(node.phase("u1")).isEqualTo("Failed");
    api(InventoryBench.asking("a", "u1", "3", DELETED));
    assertThat(node.bench.statuses.released()).containsExactly(U);
  }

  @Test
  void podThatEndedWhileWeWereDownIsLetGoOfByTheNextLife() {
    api(pod("", ""));
    InventoryBench again = node.restarted(Bench.facts("1", "110"), "api");
    again.deliverFrom("api", pod(DELETED, "phase: Running"));
    again.bench.advanceSeconds(10);
    assertThat(again.bench.statuses.released()).containsExactly(U);
  }

  @Test
  void podThatItsSourceCallsEndedIsNeverStarted() {
    api(pod("", "phase: Failed, reason: OutOfcpu, message: no room"));
    node.bench.advanceSeconds(60);
    assertThat(node.everStarted("u1")).isFalse();
    assertThat(node.phase("u1")).isEqualTo("Failed");
    assertThat(node.reason("u1")).isEqualTo("OutOfcpu");
    assertThat(node.bench.statuses.status(U).orElseThrow().containerStatuses()).isEmpty();
  }

  @Test
  void podThatSomebodyElseCallsEndedIsEnded() {
    api(pod("", ""));
    assertThat(node.runs("u1")).isTrue();
    api(pod("", "phase: Failed, reason: NodeLost"));
    node.bench.advanceSeconds(15);
    assertThat(node.runs("u1")).isFalse();
    assertThat(node.phase("u1")).isEqualTo("Failed");
  }

  @Test
  void conditionsOfOthersOpenTheGate() {
    api(pod("", ""));
    assertThat(ready()).isEqualTo(ConditionStatus.FALSE);
    api(pod("", "conditions: [{type: example.com/gate, status: 'True'}]"));
    assertThat(ready()).isEqualTo(ConditionStatus.TRUE);
  }

  private ConditionStatus ready() {
    return node.bench.statuses.status(U).orElseThrow().conditions().stream()
        .filter(c -> c.type().equals("Ready"))
        .map(PodCondition::status)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nobodyIsAnOrphanByWhatASourceSaidInAnEarlierLife() {
    node.deliver();
    api(pod("", ""));
    InventoryBench again = node.restarted(Bench.facts("1", "110"), "file", "api");
    again.deliver();
    again.inventory.delivered(new PodSource.Delivery("api", List.of(), List.of(), false));
    again.bench.advanceSeconds(60);
    assertThat(again.runs("u1")).isTrue();
    again.deliverFrom("api");
    again.bench.advanceSeconds(60);
    assertThat(again.runs("u1")).isFalse();
  }
}
