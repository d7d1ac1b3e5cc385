package dev.jubelet.decide.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {
  @ParameterizedTest(name = "[{0}] [{1}], {2}: {3} {4} {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                 | a:none              | Initialized     | True  | ''                       | ''",
        "i:none             | a:none              | Initialized     | False | ContainersNotInitialized | 'containers with incomplete status: [i]'",
        "i:running j:none   | a:none              | Initialized     | False | ContainersNotInitialized | 'containers with incomplete status: [i j]'",
        "i:exit0 j:running  | a:none              | Initialized     | False | ContainersNotInitialized | 'containers with incomplete status: [j]'",
        "i:crash1           | a:none              | Initialized     | False | ContainersNotInitialized | 'containers with incomplete status: [i]'",
        "i:exit0            | a:none              | Initialized     | True  | ''                       | ''",
        "s*:none            | a:none              | Initialized     | False | ContainersNotInitialized | 'containers with incomplete status: [s]'",
        "s*:running         | a:none              | Initialized     | True  | ''                       | ''",
        "s*:crash1          | a:running           | Initialized     | True  | ''                       | ''",
        "''                 | a:none              | ContainersReady | False | ContainersNotReady       | 'containers with unready status: [a]'",
        "''                 | a:running           | ContainersReady | True  | ''                       | ''",
        "''                 | a:running b:created | ContainersReady | False | ContainersNotReady       | 'containers with unready status: [b]'",
        "''                 | a:exit1 b:crash1    | ContainersReady | False | ContainersNotReady       | 'containers with unready status: [a b]'",
        "s*:crash1          | a:running           | ContainersReady | False | ContainersNotReady       | 'containers with unready status: [s]'",
        "i:exit0 s*:running | a:running           | ContainersReady | True  | ''                       | ''",
        "''                 | a:running           | Ready           | True  | ''                       | ''",
        "''                 | a:exit1             | Ready           | False | ContainersNotReady       | 'containers with unready status: [a]'",
        "i:running          | a:none              | Ready           | False | ContainersNotReady       | 'containers with unready status: [a]'",
        "''                 | a:none              | PodScheduled    | True  | ''                       | ''",
        "''                 | a:none              | PodReadyToStartContainers | True | ''              | ''",
      })
  void speakOfALivingPod(
      String init, String main, String type, String status, String reason, String message) {
    PodCondition condition = Scene.of("Always", init, main).conditionOf(type);
    assertThat(condition.status().wire()).isEqualTo(status);
    assertThat(condition.reason()).isEqualTo(reason);
    assertThat(condition.message()).isEqualTo(message);
  }

  @ParameterizedTest(name = "{0}, {1}: {2} {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a:exit0 | Initialized     | True  | PodCompleted",
        "a:exit0 | ContainersReady | False | PodCompleted",
        "a:exit0 | Ready           | False | PodCompleted",
        "a:exit1 | Initialized     | True  | ''",
        "a:exit1 | ContainersReady | False | PodFailed",
        "a:exit1 | Ready           | False | PodFailed",
      })
  void speakOfAnEndedPod(String main, String type, String status, String reason) {
    PodCondition condition =
        Scene.of("Never", "", main).terminated(Termination.Cause.COMPLETED).conditionOf(type);
    assertThat(condition.status().wire()).isEqualTo(status);
    assertThat(condition.reason()).isEqualTo(reason);
  }

  @Test
  void sandboxWithNetworkMakesThePodReadyToStartContainers() {
    Scene scene = Scene.of("Always", "", "a:none");
    assertThat(readyToStart(scene)).isTrue();
    assertThat(readyToStart(scene.sandboxes())).isFalse();
    assertThat(readyToStart(scene.sandboxes(Scene.sandbox(0, true, List.of())))).isFalse();
    assertThat(readyToStart(scene.sandboxes(Scene.sandbox(0, false, List.of("10.0.0.7")))))
        .isFalse();
    assertThat(
            readyToStart(
                scene.sandboxes(
                    Scene.sandbox(1, true, List.of("10.0.0.8")),
                    Scene.sandbox(0, true, List.of("10.0.0.7")))))
        .isFalse();
    assertThat(
            readyToStart(
                scene.sandboxes(
                    Scene.sandbox(1, true, List.of("10.0.0.8")),
                    Scene.sandbox(0, false, List.of("10.0.0.7")))))
        .isTrue();
    assertThat(
            readyToStart(
                scene.sandboxes(Scene.sandbox(0, true, List.of(), NamespaceOptions.Mode.NODE))))
        .isFalse();
  }

  private static boolean readyToStart(Scene scene) {
    return scene.conditionOf("PodReadyToStartContainers").status() == ConditionStatus.TRUE;
  }

  @Test
  void timeStaysWhileTheStatusDoes() {
    Scene scene = Scene.of("Always", "", "a:none");
    Instant first = scene.now();
    scene.published();
    assertThat(scene.conditionOf("Ready").lastTransitionTime()).isEqualTo(first);
    assertThat(scene.sees("a:running").conditionOf("Ready").lastTransitionTime())
        .isEqualTo(scene.now());
    assertThat(scene.conditionOf("PodScheduled").lastTransitionTime()).isEqualTo(first);
    // Another reason for the same status is no transition.
    scene.published().sees("a:exit1").published();
    Instant unready = scene.conditionOf("Ready").lastTransitionTime();
    assertThat(
            scene.terminated(Termination.Cause.REMOVED).conditionOf("Ready").lastTransitionTime())
        .isEqualTo(unready);
  }

  @Test
  void podOnceInitializedStaysSo() {
    Scene scene = Scene.of("Always", "i:exit0", "a:running").published().sees("i:running a:none");
    assertThat(scene.conditionOf("Initialized").status()).isEqualTo(ConditionStatus.TRUE);
  }

  @Test
  void comeInTheOrderOfKubernetesWithTheGeneration() {
    PodStatus status = Scene.of("Always", "", "a:running").status();
    assertThat(status.conditions())
        .extracting("type")
        .containsExactly(
            "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");
    assertThat(status.conditions()).extracting("observedGeneration").containsOnly(3L);
    assertThat(status.observedGeneration()).isEqualTo(3);
  }

  @ParameterizedTest(name = "gate condition [{0}]: {1} {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                               | False | 'corresponding condition of pod readiness gate \"lb\" does not exist.'",
        "'{type: lb, status: \"False\"}'  | False | 'the status of pod readiness gate \"lb\" is not \"True\", but False'",
        "'{type: lb, status: \"True\"}'   | True  | ''",
      })
  void readinessGatesHoldUpReadyButNotContainersReady(String gate, String status, String message) {
    Scene scene =
        Scene.of(
                Pods.fromYaml(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, uid: uid-1}
                    spec:
                      readinessGates: [{conditionType: lb}]
                      containers: [{name: a, image: i}]
                    status: {conditions: [%s]}
                    """
                        .formatted(gate)))
            .sees("a:running");
    PodCondition ready = scene.conditionOf("Ready");
    assertThat(ready.status().wire()).isEqualTo(status);
    assertThat(ready.message()).isEqualTo(message);
    assertThat(ready.reason()).isEqualTo(message.isEmpty() ? "" : "ReadinessGatesNotReady");
    assertThat(scene.conditionOf("ContainersReady").status()).isEqualTo(ConditionStatus.TRUE);
    assertThat(scene.status().conditions()).hasSize(gate.isEmpty() ? 5 : 6);
  }

  @ParameterizedTest(name = "ready {0}, started {1}: {2} {3}")
  @CsvSource({
    "'', '', false, false",
    "true, '', false, false",
    "true, false, false, false",
    "true, true, true, true",
    "false, true, false, true",
    "'', true, false, true",
  })
  void probesDecideOnAContainerThatHasThem(
      String ready, String started, boolean isReady, boolean isStarted) {
    ContainerStatus status = probed().readiness(verdict(ready), verdict(started)).container("a");
    assertThat(status.ready()).isEqualTo(isReady);
    assertThat(status.started()).isEqualTo(isStarted);
  }

  @Test
  void restartOfOursDoesNotFlipReadiness() {
    Scene scene = probed().readiness(Map.of("a", true), Map.of("a", true)).published();
    scene.readiness(Map.of(), Map.of());
    assertThat(scene.container("a").ready()).isTrue();
    assertThat(scene.sees("a:exit1>running").container("a").ready()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"a:none, false", "a:created, false", "a:running, true", "a:exit0, false"})
  void withoutProbesRunningIsReady(String seen, boolean expected) {
    ContainerStatus status = Scene.of("Always", "", seen).container("a");
    assertThat(status.ready()).isEqualTo(expected);
    assertThat(status.started()).isEqualTo(expected);
  }

  @Test
  void verdictsDoNotCountForWhatDoesNotRun() {
    ContainerStatus status =
        Scene.of("Always", "", "a:exit1")
            .readiness(Map.of("a", true), Map.of("a", true))
            .container("a");
    assertThat(status.ready()).isFalse();
    assertThat(status.started()).isFalse();
  }

  private static Pod restartingAll() {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, uid: uid-1}
        spec:
          restartPolicy: Never
          containers:
          - name: a
            image: i
            restartPolicy: Never
            restartPolicyRules:
            - {action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}
          - {name: b, image: i}
        """);
  }

  @Test
  void endDuringARestartOfAllContainersCountsNothingMore() {
    Scene scene = Scene.of(restartingAll()).sees("a:running b:running").published();
    scene.sees("a:exit88").published();
    scene.sees("b:none").published();
    scene.terminated(Termination.Cause.COMPLETED).published();
    assertThat(Scene.told(scene.container("b").state())).startsWith("terminated 137");
    assertThat(scene.container("b").restartCount()).isEqualTo(1);
    scene.published();
    assertThat(scene.container("b").restartCount()).isEqualTo(1);
  }

  @Test
  void restartOfAllContainersIsTold() {
    Scene scene = Scene.of(restartingAll()).sees("a:running b:running").published();
    assertThat(scene.conditionOf("AllContainersRestarting").status())
        .isEqualTo(ConditionStatus.FALSE);
    scene.sees("a:exit88").published();
    assertThat(scene.conditionOf("AllContainersRestarting").status())
        .isEqualTo(ConditionStatus.TRUE);
    assertThat(Scene.told(scene.sees("b:none").container("b").state()))
        .isEqualTo("waiting RestartingAllContainers");
    scene.published();
    assertThat(scene.container("b").restartCount()).isEqualTo(1);
    scene.sees("a:none").published();
    assertThat(scene.conditionOf("AllContainersRestarting").status())
        .isEqualTo(ConditionStatus.FALSE);
    assertThat(Scene.told(scene.container("a").lastState())).isEqualTo("terminated 88 Error");
    assertThat(scene.status().phase().wire()).isEqualTo("Running");
  }

  private static Map<String, Boolean> verdict(String word) {
    return word.isEmpty() ? Map.of() : Map.of("a", Boolean.parseBoolean(word));
  }

  private static Scene probed() {
    return Scene.of(
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, uid: uid-1}
                spec:
                  containers:
                  - name: a
                    image: i
                    readinessProbe: {tcpSocket: {port: 80}}
                    startupProbe: {tcpSocket: {port: 80}}
                """))
        .sees("a:running");
  }
}
