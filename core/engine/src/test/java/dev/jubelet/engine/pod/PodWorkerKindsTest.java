package dev.jubelet.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.FakeNetwork;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.ExecAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sidecars, hooks, deadlines and restarts of all, as a pod's worker lives through them. */
class PodWorkerKindsTest {
  private static final PodUid U = new PodUid("u");
  private static final String EXEC_HOOK = "{exec: {command: [hook]}}";

  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private static ContainerScript answering(int code, int afterSeconds) {
    return ContainerScript.forever()
        .answering(_ -> ExecAnswer.exit(code).after(Duration.ofSeconds(afterSeconds)));
  }

  private static Pod hooked(String kind, String handler) {
    return Bench.pod(
        "p",
        "u",
        "containers: [{name: a, image: \"img:1\", lifecycle: {" + kind + ": " + handler + "}}]");
  }

  private PodStatus status() {
    return bench.statuses.status(U).orElseThrow();
  }

  @Test
  void nextWaitsForThePostStartHookOfASidecar() {
    bench.image("img:1").image("side:1", answering(0, 5));
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            initContainers:
            - {name: s, image: "side:1", restartPolicy: Always, lifecycle: {postStart: %s}}
            containers: [{name: a, image: "img:1"}]
            """
                .formatted(EXEC_HOOK)));
    bench.advanceSeconds(4);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(status().initContainerStatuses().getFirst().started()).isFalse();
    bench.advanceSeconds(2);
    assertThat(bench.running(U)).isEqualTo(2);
    assertThat(status().initContainerStatuses().getFirst().started()).isTrue();
  }

  @Test
  void nextMainContainerWaitsForThePostStartHook() {
    bench.image("img:1").image("first:1", answering(0, 5));
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            containers:
            - {name: a, image: "first:1", lifecycle: {postStart: %s}}
            - {name: b, image: "img:1"}
            """
                .formatted(EXEC_HOOK)));
    bench.advanceSeconds(4);
    assertThat(bench.running(U)).isEqualTo(1);
    ContainerStatus held = status().containerStatuses().getLast();
    assertThat(Objects.requireNonNull(held.state().waiting()).reason())
        .isEqualTo("ContainerCreating");
    bench.advanceSeconds(2);
    assertThat(bench.running(U)).isEqualTo(2);
  }

  @Test
  void containerThatObeysAChangeWithSuccessRunsAgain() {
    bench.image("img:1", ContainerScript.forever().stoppingAfter(Duration.ofSeconds(1), 0));
    bench.image("img:2");
    String spec = "restartPolicy: OnFailure\ncontainers: [{name: a, image: \"%s\"}]";
    PodWorker worker = rig.up(Bench.pod("p", "u", spec.formatted("img:1")));
    worker.tell(new PodEvent.Desired(Bench.pod("p", "u", spec.formatted("img:2"))));
    bench.advanceSeconds(3);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(status().containerStatuses().getFirst().restartCount()).isEqualTo(1);
    assertThat(rig.news).isEmpty();
  }

  @Test
  void containerWhosePostStartHookFailsIsKilledAndSaysSo() {
    bench.image("img:1", answering(1, 0));
    rig.up(hooked("postStart", EXEC_HOOK));
    bench.advanceSeconds(1);
    assertThat(bench.running(U)).isZero();
    ContainerStatus shown = status().containerStatuses().getFirst();
    assertThat(Objects.requireNonNull(shown.state().waiting()).reason())
        .isEqualTo("PostStartHookError");
    assertThat(shown.restartCount()).as("the first restart is free").isEqualTo(1);
    assertThat(bench.journal.reasons(U)).contains("FailedPostStartHook");
  }

  @Test
  void postStartHookOfARunningContainerIsTakenForDoneByTheNextLife() {
    bench.image("img:1", answering(1, 3600));
    Pod pod = hooked("postStart", EXEC_HOOK);
    rig.up(pod);
    bench.processDies();
    PodWorker next = rig.worker(new PodLifecycle.Syncing(pod), pod, rig.look(U));
    bench.takeCalls();
    next.tell(new PodEvent.Alarm());
    bench.advanceSeconds(30);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.takeCalls()).doesNotContain(Operation.EXEC, Operation.CONTAINER_STOP);
  }

  @Test
  void httpHookIsAnsweredByWhateverStatus() {
    bench.image("img:1");
    bench.network.listen("db", 81, new FakeNetwork.Answer(500, "", Duration.ZERO));
    rig.up(hooked("postStart", "{httpGet: {host: db, port: 81, path: /up}}"));
    bench.advanceSeconds(1);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.takeCalls())
        .contains(Operation.NETWORK_CALL)
        .doesNotContain(Operation.CONTAINER_STOP);
  }

  @Test
  void hookWithoutAnAnswerKillsTheContainer() {
    bench.image("img:1");
    rig.up(hooked("postStart", "{httpGet: {host: db, port: 81}}"));
    bench.advanceSeconds(1);
    assertThat(bench.takeCalls()).contains(Operation.CONTAINER_STOP);
  }

  @Test
  void preStopHookEatsFromTheGrace() {
    bench.image("img:1", answering(0, 10).ignoringTerm());
    PodWorker worker = rig.up(hooked("preStop", EXEC_HOOK));
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(29);
    assertThat(bench.running(U)).isEqualTo(1);
    bench.advanceSeconds(2);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked)).containsExactly(10_000L);
  }

  @Test
  void preStopHookThatHangsIsLeftBehindWithTwoSecondsForTheStop() {
    bench.image("img:1", answering(0, 3600).ignoringTerm());
    PodWorker worker = rig.up(hooked("preStop", EXEC_HOOK));
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(33);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked)).containsExactly(30_000L);
  }

  @Test
  void preStopHookMayUseTheTimeUntilTheKill() {
    bench.image("img:1", answering(0, 31).ignoringTerm());
    PodWorker worker = rig.up(hooked("preStop", EXEC_HOOK));
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(33);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.journal.reasons(U)).doesNotContain("FailedPreStopHook");
  }

  @Test
  void preStopHookThatFailsHoldsUpNothing() {
    bench.image("img:1", answering(1, 2));
    PodWorker worker = rig.up(hooked("preStop", EXEC_HOOK));
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(3);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked)).containsExactly(2_000L);
    assertThat(bench.journal.reasons(U)).contains("FailedPreStopHook");
  }

  @Test
  void preStopHookThatSleepsNeedsNobody() {
    bench.image("img:1");
    PodWorker worker = rig.up(hooked("preStop", "{sleep: {seconds: 5}}"));
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(6);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked)).containsExactly(5_000L);
  }

  @Test
  void endWithoutGraceOvertakesAHookThatRuns() {
    bench.image("img:1", answering(0, 3600).ignoringTerm());
    PodWorker worker = rig.up(hooked("preStop", EXEC_HOOK));
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(3);
    worker.tell(rig.ending(0, false));
    bench.advanceSeconds(3);
    assertThat(bench.running(U)).isZero();
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked)).containsExactly(3_000L);
  }

  @Test
  void sidecarsEndAfterMainContainersAndInReverse() {
    ContainerScript slow = ContainerScript.forever().stoppingAfter(Duration.ofSeconds(4), 0);
    bench.image("img:1", slow).image("side:1", slow);
    PodWorker worker =
        rig.up(
            Bench.pod(
                "p",
                "u",
                """
                initContainers:
                - {name: s, image: "side:1", restartPolicy: Always}
                - {name: t, image: "side:1", restartPolicy: Always}
                containers: [{name: a, image: "img:1"}]
                """));
    assertThat(bench.running(U)).isEqualTo(3);
    Instant asked = bench.time.now();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(13);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.takeTimes(Operation.CONTAINER_STOP, asked))
        .containsExactly(0L, 4_000L, 8_000L);
  }

  @Test
  void podThatIsActiveForTooLongFails() {
    bench.image("img:1");
    rig.up(
        Bench.pod(
            "p", "u", "activeDeadlineSeconds: 60\ncontainers: [{name: a, image: \"img:1\"}]"));
    bench.advanceSeconds(59);
    assertThat(bench.running(U)).isEqualTo(1);
    bench.advanceSeconds(2);
    assertThat(bench.running(U)).isZero();
    assertThat(status().phase()).isEqualTo(PodPhase.FAILED);
    assertThat(status().reason()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void deadlineGoesOnInTheNextLife() {
    bench.image("img:1");
    Pod pod =
        Bench.pod("p", "u", "activeDeadlineSeconds: 60\ncontainers: [{name: a, image: \"img:1\"}]");
    rig.up(pod);
    bench.advanceSeconds(50);
    bench.processDies();
    PodWorker next = rig.worker(new PodLifecycle.Syncing(pod), pod, rig.look(U));
    next.tell(new PodEvent.Alarm());
    bench.advanceSeconds(12);
    assertThat(bench.running(U)).isZero();
    assertThat(status().reason()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void exitThatAsksForItRestartsAllInTheSameSandbox() {
    bench
        .image("init:1", ContainerScript.exits(0, Duration.ofSeconds(1)))
        .image("img:1", ContainerScript.exits(42, Duration.ofSeconds(10)));
    PodWorker worker =
        rig.up(
            Bench.pod(
                "p",
                "u",
                """
                restartPolicy: Never
                initContainers: [{name: i, image: "init:1"}]
                containers:
                - name: a
                  image: "img:1"
                  restartPolicy: Never
                  restartPolicyRules:
                  - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
                """));
    for (int second = 0; second < 14; second++) {
      bench.advanceSeconds(1);
      rig.show(worker, U);
    }
    assertThat(bench.runtime.allSandboxes()).hasSize(1);
    assertThat(bench.newest(U, "i").map(ObservedContainer::attempt)).contains(1);
    assertThat(bench.newest(U, "a").map(ObservedContainer::attempt)).contains(1);
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void ephemeralContainerIsStartedInALivingPod() {
    bench.image("img:1").image("debug:1", ContainerScript.exits(0, Duration.ofSeconds(3)));
    Pod pod = Bench.pod("u");
    PodWorker worker = rig.up(pod);
    Pod more =
        Bench.pod(
            "p-u",
            "u",
            """
            containers: [{name: a, image: "img:1"}]
            ephemeralContainers: [{name: e, image: "debug:1", targetContainerName: a}]
            """);
    worker.tell(new PodEvent.Desired(more));
    bench.run();
    assertThat(bench.running(U)).isEqualTo(2);
    bench.advanceSeconds(4);
    rig.show(worker, U);
    bench.advanceSeconds(600);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.newest(U, "e").map(ObservedContainer::attempt)).contains(0);
  }

  @Test
  void messageOfAStoppedContainerIsInItsLastStatus() {
    bench.image("img:1", ContainerScript.forever().writing("/dev/termination-log", "bye"));
    PodWorker worker = rig.up(Bench.pod("u"));
    worker.tell(rig.ending(30, true));
    bench.advanceSeconds(1);
    ContainerStateTerminated end =
        Objects.requireNonNull(status().containerStatuses().getFirst().state().terminated());
    assertThat(end.message()).isEqualTo("bye");
  }
}
