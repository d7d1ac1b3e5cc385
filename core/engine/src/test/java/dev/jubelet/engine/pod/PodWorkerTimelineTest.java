package dev.jubelet.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.engine.timeline.Timelines;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.FakeNetwork.Answer;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.ExecAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a pod's worker writes down of its start; every call takes a millisecond. */
class PodWorkerTimelineTest {
  private static final PodUid U = new PodUid("u");

  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;

  private PodWorker start(Pod pod) {
    bench.callTime = Duration.ofMillis(1);
    bench.timelines.seen(pod, bench.time.now());
    PodWorker worker = rig.up(pod);
    bench.advance(Duration.ofMillis(100));
    return worker;
  }

  private PodTimeline timeline() {
    PodTimeline timeline = bench.timelines.timeline(U).orElseThrow();
    assertThat(timeline.phases().values().stream().reduce(Duration.ZERO, Duration::plus))
        .isEqualTo(timeline.total());
    return timeline;
  }

  private static List<String> words(PodTimeline timeline) {
    return timeline.steps().stream()
        .map(
            step -> step.container().isEmpty() ? step.name() : step.name() + " " + step.container())
        .toList();
  }

  private static String phases(PodTimeline timeline) {
    return timeline.phases().entrySet().stream()
        .filter(entry -> !entry.getValue().isZero())
        .map(entry -> entry.getKey().wire() + "=" + entry.getValue().toMillis())
        .collect(Collectors.joining(" "));
  }

  private static TimelineStep step(PodTimeline timeline, String name) {
    return timeline.steps().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void hasTheStepsInTheirOrderAndTheirReasons() {
    bench.image("img:1");
    start(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: data, emptyDir: {}}]
            containers: [{name: a, image: "img:1", volumeMounts: [{name: data, mountPath: /d}]}]
            """));
    PodTimeline timeline = timeline();
    assertThat(timeline.state()).isEqualTo(PodTimeline.State.READY);
    assertThat(words(timeline))
        .containsExactly(
            "prepare directories",
            "prepare cgroup",
            "mount volume data",
            "run sandbox",
            "ready image a",
            "create a",
            "start a");
    assertThat(timeline.steps()).allMatch(s -> !s.why().isEmpty() && !s.outcome().isEmpty());
    assertThat(step(timeline, "run sandbox").why()).isEqualTo("it has no sandbox yet");
    assertThat(step(timeline, "ready image").outcome()).contains("already present on machine");
    assertThat(timeline.phases().keySet()).hasSize(8);
    assertThat(bench.journal.lines(U))
        .filteredOn(line -> line.reason().equals("Ready"))
        .extracting(line -> line.message())
        .containsExactly(timeline.total().toMillis() + " ms after it was seen");
  }

  @Test
  void initContainerCountsAsStartUntilItsEnd() {
    bench.image("img:1").image("init:1", ContainerScript.exits(0, Duration.ofSeconds(5)));
    PodWorker worker =
        start(
            Bench.pod(
                "p",
                "u",
                """
                initContainers: [{name: i, image: "init:1"}]
                containers: [{name: a, image: "img:1"}]
                """));
    bench.advanceSeconds(5);
    rig.show(worker, U);
    bench.advanceSeconds(1);
    PodTimeline timeline = timeline();
    assertThat(step(timeline, "run").outcome()).isEqualTo("exit code 0");
    assertThat(words(timeline)).contains("run i", "create a");
    assertThat(phases(timeline)).contains("start=5");
  }

  @Test
  void probesCountFromTheStartOfTheirContainerUntilTheyPass() {
    bench.image("img:1");
    start(
        Bench.pod(
            "p",
            "u",
            """
            containers:
            - name: a
              image: "img:1"
              startupProbe: {tcpSocket: {host: 192.0.2.9, port: 80}, periodSeconds: 2}
              readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 81}, periodSeconds: 3}
            """));
    assertThat(timeline().state()).isEqualTo(PodTimeline.State.STARTING);
    bench.network.listen("192.0.2.9", 80, Answer.OK);
    bench.advanceSeconds(3);
    bench.network.listen("192.0.2.9", 81, Answer.OK);
    bench.advanceSeconds(10);
    PodTimeline timeline = timeline();
    assertThat(timeline.state()).isEqualTo(PodTimeline.State.READY);
    assertThat(words(timeline)).endsWith("start a", "startup probe a", "readiness probe a");
    assertThat(step(timeline, "startup probe").outcome()).isEqualTo("passed");
    Duration probes = Duration.between(step(timeline, "startup probe").begin(), timeline.until());
    assertThat(phases(timeline)).endsWith("probes=" + probes.toMillis());
  }

  @Test
  void hooksCountAlsoWhileTheySleep() {
    bench.image(
        "img:1",
        ContainerScript.forever().answering(_ -> ExecAnswer.exit(0).after(Duration.ofSeconds(2))));
    start(
        Bench.pod(
            "p",
            "u",
            """
            containers:
            - {name: a, image: "img:1", lifecycle: {postStart: {sleep: {seconds: 3}}},
               readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 80}}}
            - {name: b, image: "img:1", lifecycle: {postStart: {exec: {command: [x]}}}}
            """));
    bench.network.listen("192.0.2.9", 80, Answer.OK);
    bench.advanceSeconds(20);
    PodTimeline timeline = timeline();
    assertThat(words(timeline)).contains("postStart a", "postStart sleep a", "postStart b");
    assertThat(phases(timeline)).as("b starts after the hook of a").contains("hooks=5");
  }

  @Test
  void pausesAfterFailuresAreQueueAndTheFailureIsTold() {
    bench.image("img:1");
    bench.faults.once(
        Operation.SANDBOX_RUN,
        new Fault.FailBefore(FailureKind.INTERNAL, "no network for you", Duration.ofMillis(5)));
    PodWorker worker = start(Bench.pod("u"));
    PodTimeline waiting = timeline();
    assertThat(waiting.state()).isEqualTo(PodTimeline.State.STARTING);
    assertThat(waiting.waits()).isEqualTo("a fresh look");
    rig.show(worker, U);
    bench.advanceSeconds(30);
    PodTimeline timeline = timeline();
    assertThat(timeline.state()).isEqualTo(PodTimeline.State.READY);
    assertThat(step(timeline, "run sandbox").outcome())
        .startsWith("failed: ")
        .contains("no network for you");
    assertThat(timeline.phases().get(StartPhase.QUEUE)).isGreaterThan(Duration.ofSeconds(9));
  }

  @Test
  void nothingIsWrittenAfterItWasReadyOrEnded() {
    bench.image("img:1", ContainerScript.exits(1, Duration.ofSeconds(3)));
    PodWorker worker = start(Bench.pod("u"));
    PodTimeline ready = timeline();
    bench.advanceSeconds(3);
    rig.show(worker, U);
    bench.advanceSeconds(60);
    assertThat(timeline()).isEqualTo(ready);
  }

  @Test
  void podThatEndsBeforeItIsReadySaysSo() {
    bench.image("img:1");
    PodWorker worker =
        start(
            Bench.pod(
                "p",
                "u",
                """
                containers:
                - {name: a, image: "img:1",
                   readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 80}}}
                """));
    bench.advanceSeconds(5);
    worker.tell(rig.ending(0, false));
    bench.advanceSeconds(5);
    PodTimeline timeline = timeline();
    assertThat(timeline.state()).isEqualTo(PodTimeline.State.ENDED);
    assertThat(timeline.ready()).isNull();
    assertThat(words(timeline)).doesNotContain("stop a");
  }

  @Test
  void crashLoopIsBoundedAndStillAddsUp() {
    bench.image("img:1", ContainerScript.exits(1, Duration.ofMillis(10)));
    PodWorker worker =
        start(
            Bench.pod(
                "p",
                "u",
                """
                containers:
                - {name: a, image: "img:1",
                   readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 80}}}
                """));
    for (int i = 0; i < 60; i++) {
      bench.advanceSeconds(310);
      rig.show(worker, U);
    }
    PodTimeline timeline = timeline();
    assertThat(timeline.steps()).hasSizeLessThanOrEqualTo(128);
    assertThat(timeline.leftOut()).isPositive();
    assertThat(words(timeline)).startsWith("prepare directories");
  }

  @Test
  void tellsTheTraceOnceWhenTheStartIsOver() {
    List<PodTimeline> told = new ArrayList<>();
    bench.timelines = new Timelines(bench.time, told::add);
    bench.image("img:1");
    PodWorker worker = start(Bench.pod("u"));
    assertThat(told).containsExactly(timeline());
    worker.tell(rig.ending(0, false));
    bench.advanceSeconds(5);
    assertThat(told).hasSize(1);
  }
}
