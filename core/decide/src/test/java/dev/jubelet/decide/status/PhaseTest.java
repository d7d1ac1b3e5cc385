package dev.jubelet.decide.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.Pods;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PhaseTest {
  @ParameterizedTest(name = "{0} [{1}] [{2}]: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Always    | ''                   | a:none              | Pending",
        "Always    | ''                   | a:created           | Pending",
        "Always    | ''                   | a:unknown           | Pending",
        "Always    | ''                   | a:running           | Running",
        "Always    | ''                   | a:running b:none    | Pending",
        "Always    | ''                   | a:running b:running | Running",
        "Always    | ''                   | a:running b:exit0   | Running",
        "Always    | ''                   | a:running b:exit1   | Running",
        "Always    | ''                   | a:exit0             | Running",
        "Always    | ''                   | a:exit1             | Running",
        "Always    | ''                   | a:crash1            | Running",
        "Always    | ''                   | a:crash0 b:exit0    | Running",
        "OnFailure | ''                   | a:exit1             | Running",
        "OnFailure | ''                   | a:crash1            | Running",
        "OnFailure | ''                   | a:exit0 b:exit1     | Running",
        "OnFailure | ''                   | a:exit0 b:running   | Running",
        "Never     | ''                   | a:exit0 b:running   | Running",
        "Never     | ''                   | a:exit1 b:running   | Running",
        "Never     | ''                   | a:exit1 b:none      | Pending",
        "Always    | i:none               | a:none              | Pending",
        "Always    | i:running            | a:none              | Pending",
        "Always    | i:exit1              | a:none              | Pending",
        "Always    | i:crash1             | a:none              | Pending",
        "Always    | i:exit0              | a:none              | Pending",
        "Always    | i:exit0              | a:running           | Running",
        "Always    | i:none               | a:running           | Running",
        "OnFailure | i:exit1              | a:none              | Pending",
        "Never     | i:exit0 j:running    | a:none              | Pending",
        "Always    | s*:none              | a:none              | Pending",
        "Always    | s*:running           | a:none              | Pending",
        "Always    | s*:running           | a:running           | Running",
        "Always    | s*:exit1             | a:running           | Running",
        "Always    | s*:crash1            | a:running           | Running",
        "Always    | s*:none              | a:running           | Pending",
        "Never     | s*:running           | a:exit0             | Running",
        "Never     | s*:running           | a:exit1             | Running",
        "Never     | i:exit0 s*:running   | a:running           | Running",
      })
  void followsTheContainersWhileThePodLives(
      String policy, String init, String main, String expected) {
    assertThat(Scene.of(policy, init, main).status().phase().wire()).isEqualTo(expected);
  }

  @Test
  void whatWeStoppedToRestartHasNotCompletedThePod() {
    Scene scene = Scene.of("OnFailure", "", "a:exit0 b:exit0");
    assertThat(Scene.condition(scene.status(), "Ready").reason()).isEqualTo("PodCompleted");
    assertThat(Scene.condition(scene.restarting("a").status(), "Ready").reason())
        .isEqualTo("ContainersNotReady");
  }

  @ParameterizedTest(name = "{0} [{1}] [{2}]: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Always    | ''                   | a:exit0             | Succeeded",
        "Always    | ''                   | a:exit137           | Failed",
        "Always    | ''                   | a:crash1            | Failed",
        "OnFailure | ''                   | a:exit0             | Succeeded",
        "OnFailure | ''                   | a:exit0 b:exit1     | Failed",
        "Never     | ''                   | a:exit0 b:exit0     | Succeeded",
        "Never     | ''                   | a:exit0 b:exit1     | Failed",
        "Never     | ''                   | a:exit0 b:none      | Failed",
        "Always    | ''                   | a:none              | Failed",
        "Always    | ''                   | a:created           | Failed",
        "Always    | ''                   | a:running           | Failed",
        "Never     | i:exit1              | a:none              | Failed",
        "Always    | i:running            | a:none              | Failed",
        "Always    | i:exit0              | a:exit0             | Succeeded",
        "Never     | s*:exit0             | a:exit0             | Succeeded",
        "Never     | s*:exit143           | a:exit0             | Succeeded",
        "Never     | s*:exit0             | a:exit2             | Failed",
        "Never     | s*:none              | a:none              | Failed",
      })
  void isFinalOnceThePodHasEnded(String policy, String init, String main, String expected) {
    PodStatus status =
        Scene.of(policy, init, main).terminated(Termination.Cause.COMPLETED).status();
    assertThat(status.phase().wire()).isEqualTo(expected);
    assertThat(status.reason()).isEmpty();
  }

  @ParameterizedTest(name = "{0} [{1}] [{2}]: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Never     | ''     | a:exit0 | PodCompleted",
        "Never     | ''     | a:exit1 | PodFailed",
        "OnFailure | ''     | a:exit0 | PodCompleted",
        "Never     | i:exit1| a:none  | PodFailed",
      })
  void isNotShownAsFinalBeforeThePodHasEnded(
      String policy, String init, String main, String readyReason) {
    Scene scene = Scene.of(policy, init, main);
    assertThat(scene.status().phase()).isEqualTo(PodPhase.PENDING);
    assertThat(scene.conditionOf("Ready").reason()).isEqualTo(readyReason);
    assertThat(scene.terminating(Termination.Cause.COMPLETED).status().phase())
        .isEqualTo(PodPhase.PENDING);
  }

  @Test
  void staysRunningWhileACompletedPodIsTakenDown() {
    Scene scene = Scene.of("Never", "", "a:running").published().sees("a:exit0");
    assertThat(scene.status().phase()).isEqualTo(PodPhase.RUNNING);
    assertThat(scene.terminated(Termination.Cause.COMPLETED).status().phase())
        .isEqualTo(PodPhase.SUCCEEDED);
  }

  @Test
  void deadlineMakesThePodFailWhateverItsContainersSay() {
    Scene scene = Scene.of("Never", "", "a:running").published();
    PodStatus ending = scene.terminating(Termination.Cause.DEADLINE_EXCEEDED).status();
    assertThat(ending.phase()).isEqualTo(PodPhase.RUNNING);
    assertThat(ending.reason()).isEmpty();
    assertThat(Scene.condition(ending, "Ready").reason()).isEqualTo("PodFailed");

    PodStatus ended =
        scene.sees("a:exit0").terminated(Termination.Cause.DEADLINE_EXCEEDED).status();
    assertThat(ended.phase()).isEqualTo(PodPhase.FAILED);
    assertThat(ended.reason()).isEqualTo("DeadlineExceeded");
    assertThat(ended.message())
        .isEqualTo("Pod was active on the node longer than the specified deadline");
  }

  @Test
  void evictionIsToldWithItsMessageAndAsDisruption() {
    Scene scene = Scene.of("Always", "", "a:running").published();
    assertThat(scene.terminating(Termination.Cause.EVICTED).status().conditions())
        .extracting("type")
        .doesNotContain("DisruptionTarget");
    PodStatus ended = scene.sees("a:exit143").terminated(Termination.Cause.EVICTED).status();
    assertThat(ended.phase()).isEqualTo(PodPhase.FAILED);
    assertThat(ended.reason()).isEqualTo("Evicted");
    assertThat(ended.message()).isEqualTo("The node was low on memory");
    assertThat(Scene.condition(ended, "DisruptionTarget").reason())
        .isEqualTo("TerminationByKubelet");
    assertThat(scene.after(ended).status().reason()).isEqualTo("Evicted");
  }

  @ParameterizedTest
  @EnumSource(
      value = PodPhase.class,
      names = {"SUCCEEDED", "FAILED"})
  void finalPhasesNeverChange(PodPhase phase) {
    String exit = phase == PodPhase.SUCCEEDED ? "a:exit0" : "a:exit1";
    Scene scene = Scene.of("Never", "", exit).terminated(Termination.Cause.COMPLETED).published();
    for (String later : new String[] {"a:none", "a:running", "a:exit0", "a:exit1"}) {
      assertThat(scene.sees(later).status().phase()).isEqualTo(phase);
    }
    assertThat(scene.terminated(Termination.Cause.EVICTED).status().phase()).isEqualTo(phase);
  }

  @Test
  void finalPhaseOfTheSourceHoldsAfterARestartOfOurs() {
    Scene scene =
        Scene.of(
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, uid: uid-1}
                spec: {restartPolicy: Never, containers: [{name: a, image: i}]}
                status: {phase: Failed, reason: Evicted, message: low on memory}
                """));
    assertThat(scene.status().phase()).isEqualTo(PodPhase.FAILED);
    assertThat(scene.status().reason()).isEqualTo("Evicted");
  }

  @Test
  void restartingSidecarDoesNotMakeARunningPodPending() {
    Scene scene =
        Scene.of("Always", "s*:running", "a:running").readiness(Map.of(), Map.of("s", false));
    assertThat(scene.status().phase()).isEqualTo(PodPhase.RUNNING);
    assertThat(scene.sees("a:none").status().phase()).isEqualTo(PodPhase.PENDING);
  }

  @ParameterizedTest(name = "{0} exits {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "restartPolicy: OnFailure | 1 | Running",
        "restartPolicy: OnFailure | 0 | Succeeded",
        "restartPolicy: Always    | 0 | Running",
        "'restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]' | 42 | Running",
        "'restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]' | 1 | Failed",
      })
  void containersOwnPolicyDecidesBeforeThePods(String policy, int exit, String expected) {
    Scene scene =
        Scene.of(
                Pods.fromYaml(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, uid: uid-1}
                    spec:
                      restartPolicy: Never
                      containers: [{name: a, image: i, %s}]
                    """
                        .formatted(policy)))
            .sees("a:running")
            .published()
            .sees("a:exit" + exit);
    // A final judgement is shown by the readiness reason until the pod has ended.
    String reason = scene.conditionOf("Ready").reason();
    assertThat(reason)
        .isEqualTo(
            switch (expected) {
              case "Running" -> "ContainersNotReady";
              case "Succeeded" -> "PodCompleted";
              default -> "PodFailed";
            });
  }
}
