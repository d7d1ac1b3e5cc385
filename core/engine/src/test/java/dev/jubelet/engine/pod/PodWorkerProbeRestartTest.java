package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.testkit.FakeNetwork.Answer;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pod with probes whose kubelet restarts. */
class PodWorkerProbeRestartTest {
  private static final PodUid U = new PodUid("u");
  private static final String HOST = "192.0.2.9";

  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;
  private final Pod pod =
      Bench.pod(
          "p",
          "u",
          """
          containers:
          - name: a
            image: "img:1"
            readinessProbe:
              {httpGet: {host: 192.0.2.9, port: 80}, timeoutSeconds: 30, successThreshold: 2}
            livenessProbe: {tcpSocket: {host: 192.0.2.9, port: 81}}
          """);

  @BeforeEach
  void readyForAMinute() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, Answer.OK);
    bench.network.listen(HOST, 81, Answer.OK);
    rig.up(pod);
    bench.advanceSeconds(60);
    assertThat(status().ready()).isTrue();
  }

  private ContainerStatus status() {
    return bench.statuses.status(U).orElseThrow().containerStatuses().getFirst();
  }

  private void restart() {
    bench.processDies();
    bench.takeCalls();
    PodWorker worker = rig.worker(new PodLifecycle.Syncing(pod), pod, rig.look(U));
    worker.tell(new PodEvent.Alarm());
    bench.run();
  }

  @Test
  void readyPodIsNeverShownAsUnready() {
    bench.network.listen(HOST, 80, new Answer(200, "", Duration.ofMillis(800)));
    int before = bench.statuses.published();
    restart();
    assertThat(bench.statuses.published())
        .as("nothing is told that nobody knows")
        .isEqualTo(before);
    bench.advance(Duration.ofMillis(800));
    assertThat(bench.statuses.published()).isEqualTo(before + 1);
    assertThat(status().ready()).isTrue();
    assertThat(bench.newest(U, "a").orElseThrow().attempt()).isZero();
  }

  @Test
  void unreadyPodIsShownSoAfterItsFirstAnswer() {
    bench.network.silence(HOST, 80);
    restart();
    assertThat(status().ready()).isFalse();
    bench.network.listen(HOST, 80, Answer.OK);
    bench.advanceSeconds(10);
    assertThat(status().ready()).as("one of two good answers").isFalse();
    bench.advanceSeconds(10);
    assertThat(status().ready()).isTrue();
  }

  @Test
  void slowAnswerDoesNotHideThePodForLong() {
    bench.network.listen(HOST, 80, new Answer(200, "", Duration.ofSeconds(20)));
    int before = bench.statuses.published();
    restart();
    bench.advance(Duration.ofMillis(2999));
    assertThat(bench.statuses.published()).isEqualTo(before);
    bench.advance(Duration.ofMillis(1));
    assertThat(status().ready()).isFalse();
    bench.advanceSeconds(17);
    assertThat(status().ready()).isTrue();
  }

  @Test
  void restartInTheMiddleOfAProbeBeginsItOnceMore() {
    bench.network.listen(HOST, 80, new Answer(200, "", Duration.ofSeconds(2)));
    bench.advanceSeconds(11);
    Instant now = bench.time.now();
    restart();
    assertThat(bench.takeTimes(NETWORK_CALL, now)).as("both, once").hasSize(2);
  }
}
