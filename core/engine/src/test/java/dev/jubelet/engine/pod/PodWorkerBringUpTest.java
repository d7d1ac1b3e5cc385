package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.TestObservations;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calls that it takes to bring a pod up: these and no more, since each costs time. */
class PodWorkerBringUpTest {
  private static final PodUid U = new PodUid("u");
  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  @Test
  void podWithOneContainerTakesTheseCalls() {
    bench.image("img:1");
    rig.up(Bench.pod("u"));
    assertThat(bench.takeCalls())
        .containsExactly(
            DIRECTORY_PREPARE,
            CGROUP_ENSURE,
            SANDBOX_RUN,
            SANDBOX_STATUS,
            IMAGE_STATUS,
            DIRECTORY_PREPARE_CONTAINER,
            DIRECTORY_WRITE_HOSTS,
            CONTAINER_CREATE,
            CONTAINER_START,
            DIRECTORY_LINK_LOG,
            CONTAINER_STATUS);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(rig.looksAskedFor).as("nothing has to be looked at").isEmpty();
    assertThat(bench.statuses.phase(U)).contains(PodPhase.RUNNING);
  }

  @Test
  void everyFurtherContainerTakesSevenCallsMore() {
    bench.image("img:1").image("img:2").image("img:3");
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            containers:
            - {name: a, image: "img:1"}
            - {name: b, image: "img:2"}
            - {name: c, image: "img:3"}
            """));
    List<Operation> calls = bench.takeCalls();
    assertThat(calls).hasSize(11 + 2 * 7);
    assertThat(calls).doesNotContain(CONTAINER_LIST, SANDBOX_LIST);
    assertThat(bench.running(U)).isEqualTo(3);
  }

  @Test
  void volumesAreMountedAfterTheDirectoriesAndBeforeTheSandbox() {
    bench.image("img:1");
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: data, emptyDir: {}}]
            containers:
            - {name: a, image: "img:1", volumeMounts: [{name: data, mountPath: /data}]}
            """));
    assertThat(bench.takeCalls())
        .startsWith(DIRECTORY_PREPARE, CGROUP_ENSURE, VOLUME_MOUNT, SANDBOX_RUN);
  }

  @Test
  void imageIsPulledWhileTheSandboxIsBeingMade() {
    bench.runtime.pullable("img:1", Duration.ofSeconds(9));
    bench.faults.once(SANDBOX_RUN, Fault.slow(Duration.ofSeconds(10)));
    rig.up(Bench.pod("u"));
    bench.advanceSeconds(10);
    assertThat(bench.running(U)).as("ten seconds, not nineteen").isEqualTo(1);
  }

  @Test
  void podThatIsUpNeedsNoCallAndNoAlarm() {
    bench.image("img:1");
    PodWorker worker = rig.up(Bench.pod("u"));
    bench.takeCalls();
    worker.tell(new PodEvent.Alarm());
    bench.advanceSeconds(3600);
    assertThat(bench.takeCalls()).isEmpty();
    assertThat(bench.time.pending()).isZero();
  }

  @Test
  void sameLookAgainChangesNothing() {
    bench.image("img:1");
    PodWorker worker = rig.up(Bench.pod("u"));
    rig.show(worker, U);
    bench.takeCalls();
    int published = bench.statuses.published();
    rig.show(worker, U);
    assertThat(bench.takeChanges()).isEmpty();
    assertThat(bench.statuses.published()).isEqualTo(published);
  }

  @Test
  void podThatRunsAlreadyIsTakenOverWithoutTouchingIt() {
    bench.image("img:1");
    rig.up(Bench.pod("u"));
    bench.takeCalls();
    Pod pod = Bench.pod("u");
    PodWorker next = rig.worker(new PodLifecycle.Syncing(pod), pod, rig.look(U));
    bench.takeCalls();
    next.tell(new PodEvent.Alarm());
    bench.run();
    assertThat(bench.takeCalls()).containsExactly(DIRECTORY_PREPARE, CGROUP_ENSURE);
    assertThat(bench.statuses.phases(U)).containsExactly(PodPhase.PENDING, PodPhase.RUNNING);
  }

  @Test
  void initContainerRunsFirstAndToItsEnd() {
    bench.image("init:1", ContainerScript.exits(0, Duration.ofSeconds(5))).image("img:1");
    PodWorker worker =
        rig.up(
            Bench.pod(
                "p",
                "u",
                """
                initContainers: [{name: i, image: "init:1"}]
                containers: [{name: a, image: "img:1"}]
                """));
    bench.advanceSeconds(4);
    assertThat(bench.newest(U, "a")).isEmpty();
    bench.advanceSeconds(1);
    rig.show(worker, U);
    assertThat(bench.newest(U, "a")).isPresent();
    assertThat(bench.statuses.phases(U)).containsExactly(PodPhase.PENDING, PodPhase.RUNNING);
  }

  @Test
  void crashingContainerIsRestartedByTheSchedule() {
    bench.image("img:1", ContainerScript.crashes(1));
    PodWorker worker = rig.up(Bench.pod("u"));
    List<Long> starts = new ArrayList<>();
    for (int second = 0; second < 800; second++) {
      rig.show(worker, U);
      bench.advanceSeconds(1);
    }
    bench.runtime.history().stream()
        .filter(h -> h.kind() == FakeRuntimeEvent.Kind.CONTAINER_STARTED)
        .forEach(h -> starts.add(Duration.between(TestObservations.T0, h.at()).toSeconds()));
    assertThat(starts).containsExactly(0L, 0L, 10L, 30L, 70L, 150L, 310L, 610L);
  }

  @Test
  void crashThatIsSeenInTheAnswerOfTheStartIsActedOnAtOnce() {
    bench.image("img:1", ContainerScript.crashes(1));
    rig.up(Bench.pod("u"));
    assertThat(bench.newest(U, "a").orElseThrow().attempt()).as("no look was needed").isEqualTo(1);
  }

  @Test
  void failedStepIsTriedAgainAfterAPause() {
    bench.image("img:1");
    bench.faults.once(SANDBOX_RUN, Fault.failBefore(FailureKind.DENIED));
    PodWorker worker = rig.up(Bench.pod("u"));
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    bench.advanceSeconds(9);
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    bench.advanceSeconds(1);
    assertThat(bench.running(U)).isEqualTo(1);
    worker.tell(new PodEvent.Alarm());
  }

  @Test
  void stepOfUnknownOutcomeIsLookedAtBeforeItIsDoneAgain() {
    bench.image("img:1");
    bench.faults.once(CONTAINER_CREATE, Fault.failAfter(FailureKind.TIMED_OUT));
    PodWorker worker = rig.up(Bench.pod("u"));
    bench.takeCalls();
    assertThat(rig.looksAskedFor).containsExactly(U);
    bench.advanceSeconds(60);
    assertThat(bench.takeCalls()).as("nothing is done blindly").isEmpty();
    rig.show(worker, U);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.runtime.allContainers()).as("what was made is used").hasSize(1);
  }

  @Test
  void networkThatComesLaterLetsThePodGoOn() {
    bench.image("img:1");
    Pod pod = Bench.pod("u");
    PodWorker worker = rig.worker(new PodLifecycle.Syncing(pod), pod);
    worker.tell(new PodEvent.NetworkReady(false));
    bench.run();
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    worker.tell(new PodEvent.NetworkReady(true));
    bench.run();
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void waitingPodDoesNothingUntilItIsReleased() {
    bench.image("img:1");
    Pod pod = Bench.pod("u");
    PodWorker worker = rig.worker(new PodLifecycle.Waiting(pod, "another"), pod);
    worker.tell(new PodEvent.Alarm());
    bench.run();
    assertThat(bench.takeCalls()).isEmpty();
    assertThat(bench.statuses.phase(U)).contains(PodPhase.PENDING);
    worker.tell(new PodEvent.Released());
    bench.run();
    assertThat(bench.running(U)).isEqualTo(1);
  }
}
