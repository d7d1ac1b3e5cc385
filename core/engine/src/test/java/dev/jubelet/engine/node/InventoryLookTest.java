package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How what is seen reaches the pods, and what it costs. */
class InventoryLookTest {
  private static final PodUid U = new PodUid("u1");
  private final InventoryBench node = new InventoryBench().started();

  @Test
  void settledNodeIsLookedAtOnceAMinuteWithTwoCalls() {
    node.deliver(asking("a", "u1", "100m"), asking("b", "u2", "100m"));
    node.bench.advanceSeconds(120);
    node.bench.takeCalls();
    node.bench.advanceSeconds(600);
    assertThat(node.bench.takeCalls())
        .hasSize(20)
        .containsOnly(Operation.SANDBOX_LIST, Operation.CONTAINER_LIST);
  }

  @Test
  void deadContainerIsRestartedByItsEvent() {
    node.deliver(asking("a", "u1", "100m"));
    node.bench.advanceSeconds(5);
    node.bench.runtime.exitContainer(node.bench.newest(U, "a").orElseThrow().id(), 1);
    node.moment();
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.newest(U, "a").orElseThrow().attempt()).isEqualTo(1);
  }

  @Test
  void deadContainerIsRestartedWithoutItsEventByTheNextLook() {
    node.deliver(asking("a", "u1", "100m"));
    node.bench.advanceSeconds(5);
    node.bench.runtime.dropEvents(true);
    node.bench.runtime.exitContainer(node.bench.newest(U, "a").orElseThrow().id(), 1);
    node.bench.advanceSeconds(60);
    assertThat(node.runs("u1")).isTrue();
  }

  @Test
  void brokenSandboxIsReplacedWithTheNextAttempt() {
    node.deliver(asking("a", "u1", "100m"));
    node.bench.advanceSeconds(5);
    node.bench.runtime.breakSandbox(node.bench.runtime.allSandboxes().getFirst().id());
    node.bench.advanceSeconds(61);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.runtime.allSandboxes())
        .filteredOn(s -> s.ready())
        .singleElement()
        .satisfies(s -> assertThat(s.attempt()).isEqualTo(1));
  }

  @Test
  void networkThatIsNotReadyHoldsUpNewPodsUntilItIs() {
    node.inventory.readiness(new RuntimeReadiness(true, "", false, "no cni"));
    node.deliver(asking("a", "u1", "100m"));
    assertThat(node.runs("u1")).isFalse();
    node.bench.advanceSeconds(61);
    assertThat(node.bench.journal.announced())
        .containsOnlyOnce(
            "Warning NetworkNotReady : network is not ready: container runtime network not"
                + " ready: no cni");
    node.inventory.readiness(RuntimeReadiness.READY);
    node.moment();
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .containsSubsequence("NetworkReady", "NetworkNotReady", "NetworkReady");
  }

  @Test
  void sameReadinessIsToldOnce() {
    node.bench.journal.clear();
    for (int i = 0; i < 5; i++) {
      node.inventory.readiness(RuntimeReadiness.READY);
    }
    node.moment();
    assertThat(node.bench.journal.lines()).isEmpty();
  }

  @Test
  void answerThatWasLostIsLookedForAndThePodGoesOn() {
    node.bench.faults.once(Operation.SANDBOX_RUN, Fault.failAfter(FailureKind.UNAVAILABLE));
    node.deliver(asking("a", "u1", "100m"));
    node.bench.advanceSeconds(3);
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.runtime.allSandboxes()).as("found, not made again").hasSize(1);
  }

  @Test
  void lookThatIsOlderThanTheQuestionDoesNotAnswerIt() {
    Pod pod =
        Bench.pod(
            "a",
            "u1",
            """
            volumes: [{name: data, emptyDir: {}}]
            containers:
            - {name: a, image: "img:1", volumeMounts: [{name: data, mountPath: /data}]}
            """);
    node.bench.faults.once(
        Operation.VOLUME_MOUNT,
        new Fault.FailBefore(FailureKind.INTERNAL, "no luck", Duration.ofSeconds(1)));
    node.deliver(pod);
    node.bench.advance(Duration.ofMillis(500));
    node.bench
        .faults
        .once(Operation.SANDBOX_LIST, Fault.slow(Duration.ofSeconds(3)))
        .once(
            Operation.SANDBOX_LIST,
            new Fault.FailBefore(FailureKind.TIMED_OUT, "too slow", Duration.ofSeconds(5)));
    node.watcher.lookAtEverything();
    node.bench.advanceSeconds(40);
    assertThat(node.runs("u1")).as("the runtime has answered since second 6").isTrue();
  }

  @Test
  void brokenActorIsReportedAndReplacedWithinSeconds() {
    node.deliver(asking("a", "u1", "100m"));
    node.inventory.broken(U, new IllegalStateException("no end of turns"));
    node.moment();
    assertThat(node.bench.journal.lines(U))
        .anySatisfy(line -> {
          assertThat(line.reason()).isEqualTo("ActorBroken");
          assertThat(line.message()).contains("no end of turns");
        });
    assertThat(node.inventory.counts().seated()).isZero();
    node.bench.advanceSeconds(11);
    assertThat(node.inventory.counts().seated()).isEqualTo(1);
    assertThat(node.bench.newest(U, "a").orElseThrow().attempt()).as("not touched").isZero();
  }
}
