package dev.jubelet.engine.pod;

import static dev.jubelet.testkit.fault.Operation.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.FakeNetwork.Answer;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.ExecAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Probes of a living pod, on virtual time. */
class PodWorkerProbeTest {
  private static final PodUid U = new PodUid("u");
  private static final String HOST = "192.0.2.9";

  private final PodWorkerBench rig = new PodWorkerBench();
  private final Bench bench = rig.bench;
  private final Map<String, Integer> exits = new TreeMap<>();
  private final List<String> asked = new ArrayList<>();
  private final Instant start = bench.time.now();

  private static Pod pod(String probes) {
    return Bench.pod("p", "u", "containers:\n- name: a\n  image: \"img:1\"\n" + probes.indent(2));
  }

  /** Commands are answered with the exit code that the test sets for their only word. */
  private ContainerScript answering() {
    return ContainerScript.forever()
        .answering(command -> {
          String word = command.getFirst();
          long second = Duration.between(start, bench.time.now()).toSeconds();
          asked.add(word + "@" + second);
          return new ExecAnswer(
              "it says ", word + "\n", exits.getOrDefault(word, 0), Duration.ZERO);
        });
  }

  private ContainerStatus status() {
    return bench.statuses.status(U).orElseThrow().containerStatuses().getFirst();
  }

  private List<String> told(String reason) {
    return bench.journal.lines(U).stream()
        .filter(line -> line.reason().equals(reason))
        .map(line -> line.message())
        .toList();
  }

  @Test
  void isReadyFromTheFirstGoodAnswerUntilTooManyBadOnes() {
    bench.image("img:1");
    rig.up(pod("readinessProbe: {tcpSocket: {host: " + HOST + ", port: 80}}"));
    assertThat(status().ready()).isFalse();
    assertThat(status().started()).isTrue();
    assertThat(told("Unhealthy"))
        .containsExactly(
            "Readiness probe failed: dial tcp 192.0.2.9:80: connect: connection refused");
    bench.network.listen(HOST, 80, Answer.OK);
    bench.advanceSeconds(9);
    assertThat(status().ready()).isFalse();
    bench.advanceSeconds(1);
    assertThat(status().ready()).isTrue();
    bench.network.silence(HOST, 80);
    bench.advanceSeconds(29);
    assertThat(status().ready()).as("two bad answers").isTrue();
    bench.advanceSeconds(1);
    assertThat(status().ready()).as("three bad answers").isFalse();
    assertThat(bench.newest(U, "a").orElseThrow().attempt()).isZero();
  }

  @Test
  void asksAfterTheInitialDelayAndThenOncePerPeriod() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, Answer.OK);
    rig.up(
        pod(
            """
            livenessProbe:
              {httpGet: {host: 192.0.2.9, port: 80}, initialDelaySeconds: 7, periodSeconds: 3}
            """));
    bench.advanceSeconds(14);
    assertThat(bench.takeTimes(NETWORK_CALL, start)).containsExactly(7000L, 10000L, 13000L);
  }

  @Test
  void annotationMakesItFaster() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, Answer.OK);
    Pod pod = pod("livenessProbe: {httpGet: {host: 192.0.2.9, port: 80}}");
    rig.up(
        pod.withMetadata(
            pod.metadata().withAnnotations(Map.of("jubelet.dev/probe-period", "250ms"))));
    bench.advance(Duration.ofMillis(600));
    assertThat(bench.takeTimes(NETWORK_CALL, start)).containsExactly(0L, 250L, 500L);
  }

  @Test
  void startupGatesTheOthersAndIsNotAskedAgain() {
    exits.put("up", 1);
    bench.image("img:1", answering());
    rig.up(
        pod(
            """
            startupProbe: {exec: {command: [up]}, periodSeconds: 2}
            readinessProbe: {exec: {command: [work]}, periodSeconds: 100}
            livenessProbe: {exec: {command: [alive]}, periodSeconds: 3}
            """));
    bench.advanceSeconds(1);
    assertThat(status().started()).isFalse();
    exits.put("up", 0);
    bench.advanceSeconds(6);
    assertThat(asked).containsExactly("up@0", "up@2", "work@2", "alive@2", "alive@5");
    assertThat(status().started()).isTrue();
    assertThat(status().ready()).isTrue();
  }

  @Test
  void startupThatNeverPassesKills() {
    exits.put("up", 1);
    bench.image("img:1", answering());
    rig.up(pod("startupProbe: {exec: {command: [up]}, periodSeconds: 1, failureThreshold: 2}"));
    bench.advanceSeconds(1);
    assertThat(told("Killing"))
        .containsExactly("Container a failed startup probe, will be restarted");
    assertThat(told("Unhealthy")).contains("Startup probe failed: it says up\n");
    assertThat(asked)
        .as("the third is the next instance's")
        .containsExactly("up@0", "up@1", "up@1");
    assertThat(bench.newest(U, "a").orElseThrow().attempt()).isEqualTo(1);
  }

  @Test
  void failedLivenessKillsWithTheProbesGraceAndEverythingBeginsAnew() {
    exits.put("alive", 1);
    bench.image("img:1", answering().ignoringTerm());
    rig.up(
        pod(
            """
            livenessProbe:
              {exec: {command: [alive]}, failureThreshold: 2, terminationGracePeriodSeconds: 4}
            readinessProbe: {exec: {command: [work]}, periodSeconds: 1000}
            """));
    assertThat(status().ready()).isTrue();
    bench.advanceSeconds(9);
    assertThat(bench.takeChanges()).doesNotContain(CONTAINER_STOP);
    bench.advanceSeconds(1);
    assertThat(bench.takeCalls()).contains(CONTAINER_STOP);
    assertThat(told("Killing")).contains("Container a failed liveness probe, will be restarted");
    exits.put("alive", 0);
    bench.advanceSeconds(3);
    assertThat(bench.newest(U, "a").orElseThrow().running()).as("it has 4 s to end").isTrue();
    bench.advanceSeconds(60);
    ObservedContainer next = bench.newest(U, "a").orElseThrow();
    assertThat(next.running()).isTrue();
    assertThat(next.attempt()).isEqualTo(1);
    assertThat(status().restartCount()).isEqualTo(1);
    assertThat(asked.stream().filter(word -> word.startsWith("work"))).hasSize(2);
    assertThat(asked.stream().filter(word -> word.startsWith("alive@1")))
        .as("nobody asks what is condemned")
        .startsWith("alive@10");
    bench.advanceSeconds(600);
    assertThat(bench.newest(U, "a").orElseThrow()).isEqualTo(next);
  }

  @Test
  void commandThatCannotBeRunCountsForNothing() {
    bench.image("img:1", answering());
    rig.up(pod("livenessProbe: {exec: {command: [alive]}, periodSeconds: 1}"));
    bench.faults.always(EXEC, Fault.failBefore(FailureKind.INTERNAL));
    bench.advanceSeconds(60);
    assertThat(bench.newest(U, "a").orElseThrow().attempt()).isZero();
    assertThat(told("Unhealthy"))
        .first()
        .asString()
        .startsWith("Liveness probe errored and resulted in unknown state: ")
        .contains("injected INTERNAL");
  }

  @Test
  void redirectElsewherePassesWithAWarning() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, new Answer(302, "over there", Duration.ZERO));
    rig.up(pod("readinessProbe: {httpGet: {host: 192.0.2.9, port: 80}}"));
    assertThat(status().ready()).isTrue();
    assertThat(told("ProbeWarning"))
        .containsExactly(
            "Readiness probe warning: Probe terminated redirects, Response body: over there");
  }

  @Test
  void badStatusIsToldWithoutTheBody() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, new Answer(503, "secret", Duration.ZERO));
    rig.up(pod("readinessProbe: {httpGet: {host: 192.0.2.9, port: 80}}"));
    assertThat(status().ready()).isFalse();
    assertThat(told("Unhealthy"))
        .containsExactly("Readiness probe failed: HTTP probe failed with statuscode: 503");
  }

  @Test
  void grpcServiceThatDoesNotServeIsTold() {
    bench.image("img:1");
    rig.up(pod("readinessProbe: {grpc: {port: 90}}"));
    String ip = bench.statuses.status(U).orElseThrow().podIP();
    bench.network.listen(ip, 90, new Answer(500, "", Duration.ZERO));
    bench.advanceSeconds(10);
    assertThat(told("Unhealthy"))
        .endsWith("Readiness probe failed: service unhealthy (responded with \"NOT_SERVING\")");
    bench.network.listen(ip, 90, Answer.OK);
    bench.advanceSeconds(10);
    assertThat(status().ready()).isTrue();
  }

  @Test
  void hangingProbeDisturbsNothingButItself() {
    bench.image(
        "img:1",
        ContainerScript.forever()
            .answering(command -> {
              asked.add(command.getFirst());
              return ExecAnswer.exit(0);
            }));
    // The runtime says nothing for two minutes, whatever timeout it was given.
    bench.faults.always(EXEC, Fault.slow(Duration.ofMinutes(2)));
    bench.network.listen(HOST, 80, Answer.OK);
    rig.up(
        pod(
            """
            livenessProbe: {exec: {command: [alive]}, periodSeconds: 5, failureThreshold: 2}
            readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 80}, periodSeconds: 5}
            """));
    bench.takeCalls();
    bench.advanceSeconds(1);
    assertThat(told("Unhealthy")).isEmpty();
    bench.advanceSeconds(1);
    assertThat(told("Unhealthy"))
        .containsExactly("Liveness probe failed: command timed out: \"alive\" timed out after 1s");
    bench.advanceSeconds(117);
    assertThat(asked).as("never two of one probe").containsExactly("alive");
    assertThat(bench.takeCalls().stream().filter(NETWORK_CALL::equals)).hasSize(23);
    assertThat(status().ready()).isTrue();
    bench.advanceSeconds(4);
    assertThat(told("Killing")).contains("Container a failed liveness probe, will be restarted");
  }

  @Test
  void onlyReadinessOfAnEndingPodIsAskedFor() {
    bench.image("img:1", answering().ignoringTerm());
    PodWorker worker =
        rig.up(
            pod(
                """
                readinessProbe: {exec: {command: [work]}, periodSeconds: 2, failureThreshold: 1}
                livenessProbe: {exec: {command: [alive]}, periodSeconds: 2, failureThreshold: 1}
                """));
    asked.clear();
    bench.advanceSeconds(1);
    worker.tell(rig.ending(10, true));
    exits.put("work", 1);
    exits.put("alive", 1);
    bench.advanceSeconds(6);
    assertThat(asked).containsExactly("work@2", "work@4", "work@6");
    assertThat(status().ready()).isFalse();
    bench.advanceSeconds(60);
    assertThat(rig.news).contains("ended u");
    assertThat(asked.getLast()).isEqualTo("work@10");
  }

  @Test
  void sidecarHoldsBackTheOthersUntilItHasStarted() {
    exits.put("up", 1);
    bench.image("img:1", answering());
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            initContainers:
            - name: s
              image: "img:1"
              restartPolicy: Always
              startupProbe: {exec: {command: [up]}, periodSeconds: 5}
            containers: [{name: a, image: "img:1"}]
            """));
    bench.advanceSeconds(4);
    assertThat(bench.newest(U, "a")).isEmpty();
    exits.put("up", 0);
    bench.advanceSeconds(1);
    assertThat(bench.newest(U, "a").orElseThrow().running()).isTrue();
  }

  @Test
  void readinessGateKeepsThePodBackAndNotItsContainers() {
    bench.image("img:1");
    bench.network.listen(HOST, 80, Answer.OK);
    rig.up(
        Bench.pod(
            "p",
            "u",
            """
            readinessGates: [{conditionType: example.com/lit}]
            containers:
            - name: a
              image: "img:1"
              readinessProbe: {tcpSocket: {host: 192.0.2.9, port: 80}}
            """));
    assertThat(status().ready()).isTrue();
    assertThat(condition("ContainersReady")).isEqualTo("True ");
    assertThat(condition("Ready")).isEqualTo("False ReadinessGatesNotReady");
  }

  private String condition(String type) {
    return bench.statuses.status(U).orElseThrow().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .map(condition -> condition.status().wire() + " " + condition.reason())
        .findFirst()
        .orElseThrow();
  }
}
