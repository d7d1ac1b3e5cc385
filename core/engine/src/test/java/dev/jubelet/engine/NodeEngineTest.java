package dev.jubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.engine.status.StatusPublisher;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The whole engine on fakes. */
class NodeEngineTest {
  private static final PodUid U = new PodUid("u");
  private static final Duration MOMENT = Duration.ofMillis(50);
  private final Bench bench = new Bench().image("img:1");
  private boolean loopHangs;

  /** Steps of logic can be made to hang, as in a deadlock. */
  private final Effects effects =
      new Effects() {
        @Override
        public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
          bench.effects.run(name, work, done);
        }

        @Override
        public void execute(Runnable step) {
          if (!loopHangs) {
            bench.effects.execute(step);
          }
        }
      };

  private final NodeEngine engine =
      new NodeEngine(
          new NodeEngine.Parts(
              bench.actuatorOutside(),
              new StatusPublisher(bench.statuses, effects, bench.time),
              new NodeServices(bench.time, effects, () -> 0.5, bench.journal),
              bench.state,
              StartTraces.NONE),
          Bench.runSettings(),
          new NodeEngine.Options(
              10,
              PullLimits.ofTogether(10),
              CredentialVerification.STANDARD,
              BackoffSchedule.STANDARD,
              RuntimeWatcher.Rhythm.STANDARD,
              Duration.ofSeconds(60),
              "containerd"),
          List.of("file"));

  private void start() {
    bench.callTime = Duration.ofMillis(1);
    engine.start();
    bench.runtime.onEvent(event -> effects.execute(() -> engine.watcher().eventSeen(event)));
    engine.watcher().eventsFlow(true);
    bench.advance(MOMENT);
  }

  private void deliver(Pod... pods) {
    engine.deliver(new PodSource.Delivery("file", List.of(pods), List.of()));
    bench.advance(MOMENT);
  }

  @Test
  void podComesUpAndGoesDown() {
    start();
    deliver(Bench.pod("u"));
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.statuses.phases(U)).containsExactly(PodPhase.PENDING, PodPhase.RUNNING);
    deliver();
    bench.advanceSeconds(1);
    assertThat(bench.runtime.allSandboxes()).isEmpty();
    assertThat(bench.statuses.phase(U)).isEmpty();
    assertThat(engine.counts().seated()).isZero();
  }

  @Test
  void podComesUpInTheTimeOfItsCallsAndNoMore() {
    start();
    Instant begin = bench.time.now();
    deliver(Bench.pod("u"));
    assertThat(bench.runtime.history())
        .filteredOn(h -> h.kind() == FakeRuntimeEvent.Kind.CONTAINER_STARTED)
        .singleElement()
        .satisfies(started ->
            assertThat(Duration.between(begin, started.at()))
                .as("cgroup, sandbox with its status, files, hosts, create: six calls of 1 ms")
                .isEqualTo(Duration.ofMillis(6)));
  }

  @Test
  void nodeAtRestAsksLittle() {
    start();
    deliver(Bench.pod("u"), Bench.pod("v"));
    bench.advanceSeconds(120);
    bench.takeCalls();
    bench.advanceSeconds(300);
    assertThat(bench.takeCalls())
        .as("five looks, thirty questions for readiness, one sweep")
        .hasSize(5 * 2 + 30 + 2)
        .noneMatch(Operation::changes);
  }

  @Test
  void sleepingRemainsAreCleanedUp() {
    bench.directories.prepare(Bench.pod("old"));
    start();
    deliver();
    bench.advanceSeconds(300);
    assertThat(bench.directories.present()).isEmpty();
  }

  @Test
  void healthyNodeHasNoComplaint() {
    start();
    for (int i = 0; i < 60; i++) {
      bench.advanceSeconds(10);
      assertThat(engine.complaint()).isEmpty();
    }
  }

  @Test
  void runtimeThatIsNotSeenForTwoMinutesIsAComplaint() {
    start();
    bench.runtime.setAvailable(false);
    bench.advanceSeconds(119);
    assertThat(engine.complaint()).isEmpty();
    bench.advanceSeconds(2);
    assertThat(engine.complaint()).contains("the runtime was last seen 121 s ago");
    bench.runtime.setAvailable(true);
    bench.advanceSeconds(10);
    assertThat(engine.complaint()).isEmpty();
  }

  @Test
  void loopThatStandsStillForTwoMinutesIsAComplaint() {
    start();
    loopHangs = true;
    bench.advance(Duration.ofSeconds(119));
    assertThat(engine.complaint()).isEmpty();
    bench.advance(Duration.ofSeconds(2));
    assertThat(engine.complaint()).contains("the sync loop has made no progress for 121 s");
  }

  @Test
  void closedEngineAsksNothingMoreAndLeavesPodsAlone() {
    start();
    deliver(Bench.pod("u"));
    engine.close();
    bench.run();
    bench.takeCalls();
    bench.advanceSeconds(3600);
    assertThat(bench.takeCalls()).isEmpty();
    assertThat(bench.running(U)).isEqualTo(1);
  }
}
