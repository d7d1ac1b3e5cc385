package dev.jubelet.engine.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimelinesTest {
  private static final Pod POD = Bench.pod("u");

  private final ManualTime time = new ManualTime();
  private final Timelines timelines = new Timelines(time, StartTraces.NONE);

  @Test
  void knowsThePodsThatCameLast() {
    for (int i = 0; i <= Timelines.PODS_MAX; i++) {
      timelines.seen(Bench.pod("u" + i), time.now());
    }
    assertThat(timelines.timeline(new PodUid("u0"))).isEmpty();
    assertThat(timelines.timeline(new PodUid("u1"))).isPresent();
    assertThat(timelines.timeline(new PodUid("u" + Timelines.PODS_MAX))).isPresent();
  }

  @Test
  void podThatComesBackBeginsAnew() {
    timelines.seen(POD, time.now());
    timelines.of(POD.uid()).ready(time.now());
    time.advance(Duration.ofSeconds(1));
    timelines.seen(POD, time.now());
    assertThat(timelines.timeline(POD.uid()).orElseThrow().state())
        .isEqualTo(PodTimeline.State.STARTING);
  }

  @Test
  void podThatNobodyAskedForHasNone() {
    StartRecord record = timelines.of(POD.uid());
    record.begins(new Action.PrepareCgroup(POD), "why", time.now());
    assertThat(record.open()).isFalse();
    assertThat(timelines.timeline(POD.uid())).isEmpty();
  }

  @Test
  void podThatWaitsForAPlaceSaysSoAndThenIsGone() {
    timelines.seen(POD, time.now());
    time.advance(Duration.ofSeconds(2));
    PodTimeline waiting = timelines.timeline(POD.uid()).orElseThrow();
    assertThat(waiting.waits()).isEqualTo("a place on the node");
    assertThat(waiting.phases()).containsEntry(StartPhase.QUEUE, Duration.ofSeconds(2));
    timelines.gone(POD.uid());
    time.advance(Duration.ofSeconds(2));
    PodTimeline gone = timelines.timeline(POD.uid()).orElseThrow();
    assertThat(gone.state()).isEqualTo(PodTimeline.State.ENDED);
    assertThat(gone.total()).isEqualTo(Duration.ofSeconds(2));
  }

  /** What a step waited for others is no work of its own. */
  @Test
  void waitForATurnIsQueue() {
    Instant seen = time.now();
    timelines.seen(POD, seen);
    StartRecord record = timelines.of(POD.uid());
    Action run = new Action.RunSandbox(POD, 0);
    record.begins(run, "why", seen);
    ObservedSandbox sandbox =
        new ObservedSandbox(
            new SandboxId("s"),
            "p-u",
            "default",
            POD.uid(),
            0,
            true,
            seen,
            List.of(),
            NamespaceOptions.Mode.POD,
            "",
            Map.of(),
            Map.of());
    record.ended(
        run,
        ActionResult.done(new Outcome.SandboxRan(sandbox, Duration.ofMillis(30))),
        seen.plusMillis(100));
    record.ready(seen.plusMillis(100));
    PodTimeline timeline = timelines.timeline(POD.uid()).orElseThrow();
    assertThat(timeline.phases())
        .containsEntry(StartPhase.QUEUE, Duration.ofMillis(30))
        .containsEntry(StartPhase.NETWORK, Duration.ofMillis(70));
    assertThat(timeline.steps().getFirst().name()).isEqualTo("wait for a turn");
  }

  @Test
  void timesAreThoseOfTheWallWhenThePodWasSeen() {
    Instant now = time.now();
    time.setWall(now.plusSeconds(1000));
    timelines.seen(POD, now);
    time.setWall(now.plusSeconds(90_000));
    time.advance(Duration.ofSeconds(1));
    timelines.of(POD.uid()).ready(time.now());
    PodTimeline timeline = timelines.timeline(POD.uid()).orElseThrow();
    assertThat(timeline.seen()).isEqualTo(now.plusSeconds(1000));
    assertThat(timeline.ready()).isEqualTo(now.plusSeconds(1001));
  }

  @Test
  void nextActorOfThePodGoesOnInTheSameRecord() {
    Instant seen = time.now();
    timelines.seen(POD, seen);
    timelines.of(POD.uid()).begins(new Action.PrepareCgroup(POD), "why", seen);
    time.advance(Duration.ofSeconds(1));
    timelines.of(POD.uid()).ready(time.now());
    PodTimeline timeline = timelines.timeline(POD.uid()).orElseThrow();
    assertThat(timeline.steps().getFirst().outcome()).isEqualTo("lost");
  }
}
