package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.TestObservations;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a pod's worker ends it, and what it says about that. */
class PodWorkerEndTest {
  private static final PodUid U = new PodUid("u");
  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private PodWorker upAndQuiet(Pod pod) {
    PodWorker worker = rig.up(pod);
    bench.takeCalls();
    return worker;
  }

  @Test
  void removedPodTakesTheseCallsAndIsFinished() {
    bench.image("img:1");
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.run();
    assertThat(bench.takeCalls())
        .containsExactly(
            CONTAINER_STOP,
            CONTAINER_STATUS,
            DIRECTORY_READ,
            SANDBOX_STOP,
            VOLUME_UNMOUNT_ALL,
            CGROUP_REMOVE,
            SANDBOX_REMOVE,
            DIRECTORY_REMOVE);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    assertThat(bench.directories.present()).isEmpty();
    assertThat(bench.cgroups.present()).isEmpty();
  }

  @Test
  void podThatIsStillListedKeepsItsRemainsUntilItIsNot() {
    bench.image("img:1");
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, true));
    bench.run();
    assertThat(rig.news).containsExactly("ended u");
    assertThat(bench.runtime.allContainers()).hasSize(1);
    worker.tell(rig.ending(30, false));
    bench.run();
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.runtime.allContainers()).isEmpty();
  }

  @Test
  void finalStatusComesBeforeTheNewsOfTheEnd() {
    bench.image("img:1", ContainerScript.forever().stoppingAfter(Duration.ofSeconds(1), 0));
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, true));
    bench.advanceSeconds(2);
    assertThat(bench.statuses.phase(U)).contains(PodPhase.SUCCEEDED);
  }

  @Test
  void completedPodEndsByItself() {
    bench.image("img:1", ContainerScript.exits(0, Duration.ofSeconds(5)));
    PodWorker worker =
        upAndQuiet(
            Bench.pod("p", "u", "restartPolicy: Never\ncontainers: [{name: a, image: \"img:1\"}]"));
    bench.advanceSeconds(5);
    rig.show(worker, U);
    assertThat(rig.news).containsExactly("ended u");
    assertThat(bench.statuses.phases(U))
        .containsExactly(PodPhase.PENDING, PodPhase.RUNNING, PodPhase.SUCCEEDED);
    assertThat(bench.cgroups.present()).isEmpty();
    assertThat(bench.runtime.allContainers()).as("remains are kept").hasSize(1);
  }

  @Test
  void stubbornContainerGetsItsGraceAndNoMore() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm());
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.advance(Duration.ofMillis(29_999));
    assertThat(bench.running(U)).isEqualTo(1);
    bench.advance(Duration.ofMillis(1));
    assertThat(bench.running(U)).isZero();
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void shorterGraceOvertakesTheStopUnderWay() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm());
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(60, false));
    bench.advanceSeconds(10);
    worker.tell(rig.ending(5, false));
    bench.advanceSeconds(5);
    assertThat(bench.running(U)).as("15 s after the first word, not 60").isZero();
  }

  @Test
  void theEndOfAContainerIsAnnouncedOnceHoweverOftenItsStopIsAskedFor() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm());
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(60, false));
    bench.advanceSeconds(10);
    worker.tell(rig.ending(5, false));
    bench.advanceSeconds(5);
    assertThat(bench.running(U)).isZero();
    assertThat(bench.journal.lines())
        .filteredOn(line -> line.reason().equals("Killing"))
        .extracting(line -> line.message())
        .containsExactly("Stopping container a");
  }

  @Test
  void longerGraceChangesNothing() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm());
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(10, false));
    bench.advanceSeconds(5);
    worker.tell(rig.ending(100, false));
    bench.advanceSeconds(5);
    assertThat(bench.running(U)).isZero();
  }

  @Test
  void endDuringTheMakingOfTheSandboxWaitsForItAndTakesItAway() {
    bench.image("img:1");
    bench.faults.once(SANDBOX_RUN, Fault.slow(Duration.ofSeconds(20)));
    PodWorker worker = rig.up(Bench.pod("u"));
    bench.advanceSeconds(5);
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(5);
    assertThat(rig.news).isEmpty();
    bench.advanceSeconds(10);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    assertThat(bench.takeCalls()).doesNotContain(CONTAINER_CREATE, CONTAINER_START);
  }

  @Test
  void endDuringTheStartOfAContainerStopsItAfterwards() {
    bench.image("img:1");
    bench.faults.once(CONTAINER_START, Fault.slow(Duration.ofSeconds(20)));
    PodWorker worker = rig.up(Bench.pod("u"));
    bench.advanceSeconds(5);
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(15);
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.runtime.allContainers()).isEmpty();
  }

  @Test
  void endDoesNotWaitForAPull() {
    bench.runtime.pullable("img:1", Duration.ofMinutes(10));
    PodWorker worker = rig.up(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.run();
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void resultThatComesAfterTheEndIsIgnored() {
    bench.runtime.pullable("img:1", Duration.ofMinutes(10));
    PodWorker worker = rig.up(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.run();
    bench.takeCalls();
    bench.advanceSeconds(600);
    worker.tell(new PodEvent.Desired(Bench.pod("u")));
    worker.tell(new PodEvent.Released());
    worker.tell(
        new PodEvent.ActionEnded(
            new Action.RunSandbox(Bench.pod("u"), 0),
            ActionResult.done(Outcome.NOTHING),
            bench.time.now(),
            bench.time.now()));
    bench.advanceSeconds(600);
    assertThat(bench.takeCalls()).isEmpty();
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void failedStopIsTriedAgainAndStillGetsNoSecondGrace() {
    bench.image("img:1", ContainerScript.forever().ignoringTerm());
    bench.faults.once(CONTAINER_STOP, Fault.failBefore(FailureKind.DENIED));
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(29);
    assertThat(bench.running(U)).isEqualTo(1);
    bench.advanceSeconds(1);
    assertThat(bench.running(U)).as("the first try's ten seconds are counted").isZero();
  }

  @Test
  void failedUnmountHoldsUpTheRemovalOfTheDirectories() {
    bench.image("img:1");
    bench.faults.once(VOLUME_UNMOUNT_ALL, Fault.failBefore(FailureKind.DENIED));
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(9);
    assertThat(bench.directories.present()).containsExactly(U);
    bench.advanceSeconds(1);
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void retriesOfTheLivingPodDoNotHoldUpItsEnd() {
    bench.image("img:1");
    bench.faults.always(CGROUP_ENSURE, Fault.failBefore(FailureKind.DENIED));
    PodWorker worker = rig.up(Bench.pod("u"));
    worker.tell(rig.ending(30, false));
    bench.run();
    assertThat(rig.news).containsExactly("ended u", "finished u");
  }

  @Test
  void orphanIsStoppedAndCleanedUpWithoutAStatus() {
    bench.image("img:1");
    upAndQuiet(Bench.pod("u"));
    int published = bench.statuses.published();
    Pod pod = Bench.pod("u");
    Termination termination =
        new Termination(
            Termination.Cause.ORPHANED,
            bench.time.now(),
            Duration.ofSeconds(30),
            "nobody knows it");
    PodWorker orphan =
        rig.worker(
            new PodLifecycle.Terminating(
                new PodSubject.Orphan(U, pod.fullName()), termination, false),
            pod,
            rig.look(U));
    orphan.tell(new PodEvent.Alarm());
    bench.run();
    assertThat(rig.news).containsExactly("ended u", "finished u");
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    assertThat(bench.statuses.published()).isEqualTo(published);
  }

  @Test
  void waitingPodThatIsDismissedIsFinishedWithoutAnyCall() {
    Pod pod = Bench.pod("u");
    PodWorker worker = rig.worker(new PodLifecycle.Waiting(pod, "another"), pod);
    worker.tell(new PodEvent.Dismissed());
    bench.run();
    assertThat(rig.news).containsExactly("finished u");
    assertThat(bench.takeCalls()).isEmpty();
  }

  @Test
  void livingPodIsNotDismissed() {
    bench.image("img:1");
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    worker.tell(new PodEvent.Dismissed());
    bench.run();
    assertThat(rig.news).isEmpty();
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void actorThatMeetsABugSaysSoAndStops() {
    bench.image("img:1");
    PodWorker worker = upAndQuiet(Bench.pod("u"));
    bench.time.setWall(Instant.MAX);
    worker.tell(
        new PodEvent.Observed(
            new PodObservation(
                U,
                Bench.pod("u").fullName(),
                List.of(),
                List.of(
                    TestObservations.container(
                        "a",
                        7,
                        new ContainerCondition.Exited(Instant.MIN, Instant.MIN, 1, "", ""))),
                bench.time.now())));
    bench.run();
    assertThat(rig.news).singleElement().asString().startsWith("broken u: ");
    bench.takeCalls();
    worker.tell(rig.ending(30, false));
    bench.advanceSeconds(600);
    assertThat(bench.takeCalls()).isEmpty();
    assertThat(rig.news).hasSize(1);
  }
}
