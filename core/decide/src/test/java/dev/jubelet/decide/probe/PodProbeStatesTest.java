package dev.jubelet.decide.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Kill;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.testkit.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodProbeStatesTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final ProbeResult FAILED = new ProbeResult.Failed("no");
  private static final ContainerId A0 = new ContainerId("a-0");

  private static Pod pod(String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: uid-1}
        spec:
        %s
        """
            .formatted(spec.indent(2)));
  }

  private static final Pod ALL_THREE =
      pod(
          """
          containers:
          - name: a
            image: i
            startupProbe: {tcpSocket: {port: 1}, failureThreshold: 1}
            readinessProbe: {tcpSocket: {port: 2}, failureThreshold: 1}
            livenessProbe: {tcpSocket: {port: 3}, failureThreshold: 1}
          """);

  private static PodObservation seen(String... words) {
    List<ObservedContainer> containers = new ArrayList<>();
    for (String word : words) {
      String name = word.substring(0, word.indexOf('-'));
      int attempt = Integer.parseInt(word.substring(word.indexOf('-') + 1).replace("!", ""));
      ContainerCondition condition =
          word.endsWith("!")
              ? new ContainerCondition.Exited(T0, T0, 1, "", "")
              : new ContainerCondition.Running(T0);
      containers.add(
          new ObservedContainer(
              new ContainerId(word.replace("!", "")),
              new SandboxId("s"),
              new PodUid("uid-1"),
              name,
              attempt,
              condition,
              T0,
              "i",
              "i",
              "i",
              "",
              Map.of(),
              Map.of(),
              null,
              null));
    }
    Pod any = pod("containers: [{name: a, image: i}]");
    return new PodObservation(any.uid(), any.fullName(), List.of(), containers, T0);
  }

  private static final class Born implements PodProbeStates.InstanceStarts {
    private final boolean found;

    Born(boolean found) {
      this.found = found;
    }

    @Override
    public Instant startedAt(ObservedContainer instance) {
      return T0;
    }

    @Override
    public boolean found(Instant startedAt) {
      return found;
    }

    @Override
    public double jitter() {
      return 0;
    }
  }

  private static PodProbeStates board(Pod pod, String... words) {
    return PodProbeStates.EMPTY.seeing(pod, false, seen(words), new Born(false), T0);
  }

  private static PodProbeStates found(Pod pod, String... words) {
    return PodProbeStates.EMPTY.seeing(pod, false, seen(words), new Born(true), T0.plusSeconds(60));
  }

  private static ProbeKey a(ProbeKind kind) {
    return new ProbeKey("a", A0, kind);
  }

  private static PodProbeStates answer(PodProbeStates board, ProbeKind kind, ProbeResult result) {
    return board.begun(a(kind), T0).ended(a(kind), result);
  }

  @Test
  void startupGatesTheOtherTwo() {
    PodProbeStates board = board(ALL_THREE, "a-0");
    assertThat(board.due(T0)).containsExactly(a(ProbeKind.STARTUP));
    assertThat(board.unstarted()).containsExactly(A0);
    assertThat(board.readiness().started()).isEmpty();
    assertThat(board.readiness().ready()).containsEntry("a", false);
    PodProbeStates started = answer(board, ProbeKind.STARTUP, ProbeResult.PASSED);
    assertThat(started.due(T0)).containsExactly(a(ProbeKind.READINESS), a(ProbeKind.LIVENESS));
    assertThat(started.unstarted()).isEmpty();
    assertThat(started.readiness().started()).containsEntry("a", true);
    assertThat(started.agrees(board)).isFalse();
  }

  @Test
  void failedStartupCondemnsAndOpensNothing() {
    PodProbeStates board = answer(board(ALL_THREE, "a-0"), ProbeKind.STARTUP, FAILED);
    assertThat(board.condemned(ALL_THREE))
        .containsOnlyKeys(A0)
        .extractingByKey(A0)
        .extracting(Kill::message)
        .isEqualTo("Container a failed startup probe, will be restarted");
    assertThat(board.due(T0.plusSeconds(3600))).isEmpty();
    assertThat(board.nextAt()).isEmpty();
    assertThat(board.unstarted()).containsExactly(A0);
  }

  @Test
  void failedReadinessCondemnsNobody() {
    PodProbeStates board =
        answer(
            answer(board(ALL_THREE, "a-0"), ProbeKind.STARTUP, ProbeResult.PASSED),
            ProbeKind.READINESS,
            FAILED);
    assertThat(board.condemned(ALL_THREE)).isEmpty();
    assertThat(board.readiness().ready()).containsEntry("a", false);
  }

  @Test
  void nextInstanceBeginsAnew() {
    PodProbeStates board = answer(board(ALL_THREE, "a-0"), ProbeKind.STARTUP, ProbeResult.PASSED);
    PodProbeStates gone = board.seeing(ALL_THREE, false, seen("a-0!"), new Born(false), T0);
    assertThat(gone.isEmpty()).isTrue();
    PodProbeStates next = board.seeing(ALL_THREE, false, seen("a-1", "a-0!"), new Born(false), T0);
    assertThat(next.has(a(ProbeKind.STARTUP))).isFalse();
    assertThat(next.due(T0))
        .containsExactly(new ProbeKey("a", new ContainerId("a-1"), ProbeKind.STARTUP));
    assertThat(next.unstarted()).containsExactly(new ContainerId("a-1"));
  }

  @Test
  void sameInstanceKeepsItsStates() {
    PodProbeStates board = answer(board(ALL_THREE, "a-0"), ProbeKind.STARTUP, ProbeResult.PASSED);
    assertThat(board.seeing(ALL_THREE, false, seen("a-0"), new Born(false), T0)).isSameAs(board);
  }

  @Test
  void endingPodIsAskedForItsReadinessOnly() {
    PodProbeStates board = answer(board(ALL_THREE, "a-0"), ProbeKind.STARTUP, ProbeResult.PASSED);
    PodProbeStates ending = board.seeing(ALL_THREE, true, seen("a-0"), new Born(false), T0);
    assertThat(ending.due(T0)).containsExactly(a(ProbeKind.READINESS));
    assertThat(ending.readiness().started()).containsEntry("a", true);
    assertThat(board(ALL_THREE, "a-0").seeing(ALL_THREE, true, seen("a-0"), new Born(false), T0))
        .satisfies(unstarted -> assertThat(unstarted.due(T0.plusSeconds(3600))).isEmpty());
  }

  @ParameterizedTest(name = "{0}: {1}, {2} s")
  @CsvSource(
      delimiter = '|',
      value = {
        "Always    | ''                     | 30 | Container a failed liveness probe, will be restarted",
        "OnFailure | ''                     | 30 | Container a failed liveness probe, will be restarted",
        "Never     | ''                     | 30 | Container a failed liveness probe",
        "Never     | restartPolicy: Always, | 30 | Container a failed liveness probe, will be restarted",
        "Always    | restartPolicy: Never,  | 30 | Container a failed liveness probe",
      })
  void killIsToldInTheWordsOfKubernetes(String policy, String own, long grace, String message) {
    Pod pod =
        pod(
            """
            restartPolicy: %s
            containers:
            - {name: a, image: i, %s livenessProbe: {tcpSocket: {port: 3}, failureThreshold: 1}}
            """
                .formatted(policy, own));
    boolean restarts = message.endsWith("will be restarted");
    assertThat(answer(board(pod, "a-0"), ProbeKind.LIVENESS, FAILED).condemned(pod))
        .containsEntry(A0, new Kill("Killing", message, Duration.ofSeconds(grace), restarts));
  }

  @Test
  void graceOfTheProbeGoesBeforeThePods() {
    Pod pod =
        pod(
            """
            terminationGracePeriodSeconds: 60
            containers:
            - name: a
              image: i
              livenessProbe:
                {tcpSocket: {port: 3}, failureThreshold: 1, terminationGracePeriodSeconds: 7}
            """);
    assertThat(answer(board(pod, "a-0"), ProbeKind.LIVENESS, FAILED).condemned(pod))
        .extractingByKey(A0)
        .extracting(Kill::grace)
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void sidecarsAreProbedAndPlainInitContainersAreNot() {
    Pod pod =
        pod(
            """
            initContainers:
            - name: a
              image: i
              restartPolicy: Always
              livenessProbe: {tcpSocket: {port: 3}, failureThreshold: 1}
            containers: [{name: b, image: i}]
            """);
    PodProbeStates board = answer(board(pod, "a-0", "b-0"), ProbeKind.LIVENESS, FAILED);
    assertThat(board.condemned(pod))
        .extractingByKey(A0)
        .extracting(Kill::message)
        .isEqualTo("Init container a failed liveness probe");
    assertThat(board(pod("containers: [{name: a, image: i}]"), "a-0").isEmpty()).isTrue();
  }

  @ParameterizedTest(name = "pod {0}, a {1}, b {2}: {3} ms")
  @CsvSource({
    "'',    '',   '', 10000",
    "250ms, '',   '', 250",
    "'',    20ms, '', 20",
    "250ms, 1m,   '', 60000",
    "250ms, '',   1m, 250",
    // What the check of manifests refuses counts as absent, wherever it comes from.
    "soon,  '',   '', 10000",
    "1ms,   '',   '', 10000",
  })
  void annotationsSayMoreThanWholeSeconds(String ofPod, String ofA, String ofB, long millis) {
    Map<String, String> annotations = new TreeMap<>();
    annotations.put("jubelet.dev/probe-period", ofPod);
    annotations.put("jubelet.dev/probe-period.a", ofA);
    annotations.put("jubelet.dev/probe-period.b", ofB);
    annotations.values().removeIf(String::isEmpty);
    Pod plain = pod("containers: [{name: a, image: i, livenessProbe: {tcpSocket: {port: 3}}}]");
    Pod pod = plain.withMetadata(plain.metadata().withAnnotations(annotations));
    PodProbeStates board = answer(board(pod, "a-0"), ProbeKind.LIVENESS, ProbeResult.PASSED);
    assertThat(board.nextAt()).contains(T0.plusMillis(millis));
  }

  @Test
  void runUnderWayIsWatchedAlsoBehindAShutGate() {
    PodProbeStates board = board(ALL_THREE, "a-0").begun(a(ProbeKind.STARTUP), T0);
    assertThat(board.nextAt()).contains(T0.plusSeconds(2));
    assertThat(board.late(T0.plusSeconds(2))).containsExactly(a(ProbeKind.STARTUP));
    PodProbeStates late = board.overdue(a(ProbeKind.STARTUP), FAILED);
    assertThat(late.counted(a(ProbeKind.STARTUP))).isTrue();
    assertThat(late.condemned(ALL_THREE)).containsOnlyKeys(A0);
  }

  // After a restart of ours

  @Test
  void readinessIsAwaitedUntilItsFirstAnswer() {
    PodProbeStates board = found(ALL_THREE, "a-0");
    assertThat(board.awaited()).isTrue();
    assertThat(board.readiness().ready()).as("nobody knows").isEmpty();
    board = answer(board, ProbeKind.STARTUP, ProbeResult.PASSED);
    assertThat(board.awaited()).isTrue();
    board = answer(board, ProbeKind.READINESS, ProbeResult.PASSED);
    assertThat(board.awaited()).isFalse();
    assertThat(board.readiness().ready()).containsEntry("a", true);
  }

  @Test
  void nobodyWaitsForReadinessOnceStartupHasFailed() {
    PodProbeStates board =
        answer(found(ALL_THREE, "a-0"), ProbeKind.STARTUP, ProbeResult.Errored.unknown("away"));
    assertThat(board.awaited()).isFalse();
  }

  @Test
  void whatTheApiRemembersIsNotAwaited() {
    Pod remembered =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: default, uid: uid-1}
            spec:
              containers:
              - name: a
                image: i
                startupProbe: {tcpSocket: {port: 1}}
                readinessProbe: {tcpSocket: {port: 2}}
            status:
              containerStatuses:
              - {name: a, image: i, imageID: i, ready: true, started: true, restartCount: 0,
                 containerID: "containerd://a-0"}
            """);
    PodProbeStates board = found(remembered, "a-0");
    assertThat(board.awaited()).isFalse();
    assertThat(board.unstarted()).isEmpty();
    assertThat(board.due(T0.plusSeconds(60))).containsExactly(a(ProbeKind.READINESS));
  }
}
