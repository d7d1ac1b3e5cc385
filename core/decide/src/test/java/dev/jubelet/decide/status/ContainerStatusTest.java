package dev.jubelet.decide.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedContainerBuilder;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerStatusTest {
  @ParameterizedTest(name = "[{0}] [{1}], {2}: {3}, before {4}, {5} restarts")
  @CsvSource(
      delimiter = '|',
      value = {
        "''        | a:none                   | a | waiting ContainerCreating | ''                "
            + " | 0",
        "''        | a:created                | a | waiting ContainerCreating | ''                "
            + " | 0",
        "''        | a:unknown                | a | waiting ContainerCreating | ''                "
            + " | 0",
        "''        | a:running                | a | running                   | ''                "
            + " | 0",
        "''        | a:exit0                  | a | terminated 0 Completed    | ''                "
            + " | 0",
        "''        | a:exit2                  | a | terminated 2 Error        | ''                "
            + " | 0",
        "''        | a:crash2                 | a | waiting CrashLoopBackOff  | terminated 2 Error"
            + " | 0",
        "''        | a:crash0                 | a | waiting CrashLoopBackOff  | terminated 0"
            + " Completed | 0",
        "''        | a:exit1>running          | a | running                   | terminated 1 Error"
            + " | 1",
        "''        | a:exit1>created          | a | waiting ContainerCreating | terminated 1 Error"
            + " | 1",
        "''        | a:exit1>exit2            | a | terminated 2 Error        | terminated 1 Error"
            + " | 1",
        "''        | a:exit1>crash2           | a | waiting CrashLoopBackOff  | terminated 2 Error"
            + " | 1",
        "''        | a:exit1>exit2>exit3      | a | terminated 3 Error        | terminated 2 Error"
            + " | 2",
        "''        | a:exit1>exit2>running    | a | running                   | terminated 2 Error"
            + " | 2",
        "''        | a:running b:none         | b | waiting ContainerCreating | ''                "
            + " | 0",
        "i:none    | a:none                   | i | waiting PodInitializing   | ''                "
            + " | 0",
        "i:none    | a:none                   | a | waiting PodInitializing   | ''                "
            + " | 0",
        "i:running | a:none                   | i | running                   | ''                "
            + " | 0",
        "i:running | a:none                   | a | waiting PodInitializing   | ''                "
            + " | 0",
        "i:created | a:none                   | i | waiting ContainerCreating | ''                "
            + " | 0",
        "i:exit0   | a:none                   | i | terminated 0 Completed    | ''                "
            + " | 0",
        "i:exit0   | a:none                   | a | waiting PodInitializing   | ''                "
            + " | 0",
        "i:exit1   | a:none                   | i | terminated 1 Error        | ''                "
            + " | 0",
        "i:crash1  | a:none                   | i | waiting CrashLoopBackOff  | terminated 1 Error"
            + " | 0",
        "i:none    | a:running                | i | terminated 0 Completed    | ''                "
            + " | 0",
        "i:none    | a:exit1                  | i | terminated 0 Completed    | ''                "
            + " | 0",
        "i:none    | a:unknown                | i | waiting PodInitializing   | ''                "
            + " | 0",
        "s*:none   | a:running                | s | waiting PodInitializing   | ''                "
            + " | 0",
        "s*:crash1 | a:running                | s | waiting CrashLoopBackOff  | terminated 1 Error"
            + " | 0",
        "s*:exit1>running | a:running         | s | running                   | terminated 1 Error"
            + " | 1",
      })
  void showsTheNewestInstanceAndTheOneBefore(
      String init, String main, String name, String state, String last, int restarts) {
    ContainerStatus status = Scene.of("Always", init, main).container(name);
    assertThat(Scene.told(status.state())).isEqualTo(state);
    assertThat(Scene.told(status.lastState())).isEqualTo(last);
    assertThat(status.restartCount()).isEqualTo(restarts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ErrImagePull",
        "ImagePullBackOff",
        "InvalidImageName",
        "ErrImageNeverPull",
        "CreateContainerConfigError",
        "CreateContainerError",
        "RunContainerError",
        "PostStartHookError"
      })
  void saysWhatHoldsUpAContainerThatNeverRan(String reason) {
    for (String seen : List.of("a:none", "a:created")) {
      ContainerStatus status =
          Scene.of("Never", "", seen).waitingReason("a", reason).container("a");
      assertThat(Scene.told(status.state())).isEqualTo("waiting " + reason);
      assertThat(Objects.requireNonNull(status.state().waiting()).message())
          .isEqualTo("because of " + reason);
    }
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Always    | a:running | running",
        "Never     | a:exit1   | terminated 1 Error",
        "Never     | a:exit0   | terminated 0 Completed",
        "OnFailure | a:exit0   | terminated 0 Completed",
        "OnFailure | a:exit1   | waiting CrashLoopBackOff",
      })
  void waitingReasonCountsOnlyForWhatWillBeStarted(String policy, String seen, String expected) {
    ContainerStatus status =
        Scene.of(policy, "", seen).waitingReason("a", "CrashLoopBackOff").container("a");
    assertThat(Scene.told(status.state())).isEqualTo(expected);
  }

  @Test
  void waitingReasonIsOverWhenThePodEnds() {
    Scene scene = Scene.of("Always", "", "a:crash1").terminating(Termination.Cause.REMOVED);
    assertThat(Scene.told(scene.container("a").state())).isEqualTo("terminated 1 Error");
  }

  @Test
  void carriesWhatTheRuntimeSays() {
    ContainerStatus status = Scene.of("Always", "", "a:running").container("a");
    assertThat(status.containerID()).isEqualTo("containerd://a-0");
    assertThat(status.image()).isEqualTo("img:1");
    assertThat(status.imageID()).isEqualTo("img@sha256:abc");
    assertThat(Objects.requireNonNull(status.state().running()).startedAt())
        .isEqualTo(Scene.START.plusSeconds(1));
  }

  @Test
  void namesTheWantedImageUntilThereIsAnInstance() {
    ContainerStatus status = Scene.of("Always", "", "a:none").container("a");
    assertThat(status.image()).isEqualTo("img");
    assertThat(status.imageID()).isEmpty();
    assertThat(status.containerID()).isEmpty();
    assertThat(status.started()).isFalse();
  }

  @Test
  void terminatedStateHasTimesIdAndTheRuntimesReason() {
    Scene scene =
        Scene.of("Always", "", "a:none").sees(exited(0, 137, "OOMKilled", "killed: last words"));
    ContainerStateTerminated end =
        Objects.requireNonNull(scene.container("a").state().terminated());
    assertThat(end)
        .isEqualTo(
            new ContainerStateTerminated(
                137,
                0,
                "OOMKilled",
                "killed: last words",
                Scene.START.plusSeconds(1),
                Scene.START.plusSeconds(9),
                "containerd://a-0"));
  }

  @ParameterizedTest(name = "{0} containers: {1} bytes")
  @CsvSource({"1, 12288", "2, 6144", "3, 4096", "4, 3072", "6, 2048", "24, 512"})
  void messagesShareTheRoomOfThePod(int count, int bytes) {
    StringBuilder words = new StringBuilder("a:exit1");
    for (int i = 1; i < count; i++) {
      words.append(" c").append(i).append(":running");
    }
    Scene scene = Scene.of("Always", "", words.toString()).message("a-0", "x".repeat(15_000));
    assertThat(Objects.requireNonNull(scene.container("a").state().terminated()).message())
        .hasSize(bytes);
  }

  @Test
  void messagesAreCutBetweenCharacters() {
    Scene scene = Scene.of("Always", "", "a:exit1").message("a-0", "x" + "€".repeat(6000));
    assertThat(Objects.requireNonNull(scene.container("a").state().terminated()).message())
        .isEqualTo("x" + "€".repeat(4095));
  }

  @Test
  void containerThatIsGoneCountsOnFromWhatItsLogsTell() {
    Scene scene = Scene.of("Always", "i:none s*:none", "a:none b:running");
    scene.ranBefore("a", 4).ranBefore("s", 1).ranBefore("i", 2).ranBefore("b", 0);
    assertThat(scene.container("a").restartCount()).isEqualTo(5);
    assertThat(scene.container("s").restartCount()).isEqualTo(2);
    assertThat(scene.container("i").restartCount()).as("it has done its work").isEqualTo(2);
    assertThat(scene.container("b").restartCount()).isZero();
  }

  @Test
  void initContainerThatIsGoneInARestartOfAllIsCountedOnce() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, uid: u}
            spec:
              initContainers: [{name: i, image: i}]
              containers:
              - name: a
                image: a
                restartPolicy: Never
                restartPolicyRules:
                - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
            """);
    Scene scene = Scene.of(pod).sees("i:exit0 a:exit42").published().sees("i:none");
    for (int look = 0; look < 3; look++) {
      assertThat(scene.published().container("i").restartCount()).isEqualTo(1);
    }
  }

  @Test
  void nextLifeCountsInstancesThatWereRemovedWhileOlderOnesAreLeft() {
    Scene scene = Scene.of("Always", "", "a:exit1").ranBefore("a", 1);
    assertThat(scene.container("a").restartCount()).isEqualTo(1);
  }

  @Test
  void initContainerThatIsGoneWillRunAgainWhenNothingFollowedIt() {
    Scene scene = Scene.of("Always", "i:none", "a:none").ranBefore("i", 2);
    assertThat(scene.container("i").restartCount()).isEqualTo(3);
    assertThat(scene.container("a").restartCount()).isZero();
  }

  @Test
  void restartCountIsTheAnnotationsWhenThatIsHigher() {
    ObservedContainer plain = Scene.instance("a", 2, new ContainerCondition.Running(Scene.START));
    ObservedContainer annotated =
        ObservedContainerBuilder.builder(plain)
            .annotations(Map.of("io.kubernetes.container.restartCount", "5"))
            .build();
    assertThat(Scene.of("Always", "", "a:none").sees(annotated).container("a").restartCount())
        .isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:none", "a:running", "a:exit1", "a:created", "a:unknown"})
  void restartCountNeverFalls(String later) {
    Scene scene = Scene.of("Always", "", "a:exit1>exit1>exit1>running").published().sees(later);
    assertThat(scene.container("a").restartCount()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void runningInstanceThatDisappearedCountsAsEnded() {
    Scene scene = Scene.of("Always", "", "a:running").published().sees("a:none").published();
    for (int look = 0; look < 3; look++) {
      ContainerStatus status = scene.container("a");
      assertThat(Scene.told(status.state())).isEqualTo("waiting ContainerCreating");
      assertThat(Scene.told(status.lastState())).isEqualTo("terminated 137 ContainerStatusUnknown");
      assertThat(status.restartCount()).isEqualTo(1);
      assertThat(scene.status().phase().wire()).isEqualTo("Running");
      scene.published();
    }
    ContainerStatus again =
        scene
            .sees(Scene.instance("a", 1, new ContainerCondition.Running(Scene.START)))
            .container("a");
    assertThat(again.restartCount()).isEqualTo(1);
    assertThat(Scene.told(again.lastState())).isEqualTo("terminated 137 ContainerStatusUnknown");
  }

  @Test
  void runningInstanceThatTheRuntimeLostCountsAsEndedOnce() {
    Scene scene = Scene.of("Always", "", "a:running").published().sees("a:unknown").published();
    ContainerStatus lost = scene.container("a");
    assertThat(Scene.told(lost.state())).isEqualTo("terminated 137 ContainerStatusUnknown");
    assertThat(lost.restartCount()).isEqualTo(1);
    ContainerStatus again =
        scene
            .sees(Scene.instance("a", 1, new ContainerCondition.Running(Scene.START)))
            .container("a");
    assertThat(again.restartCount()).isEqualTo(1);
  }

  @Test
  void endedInstanceThatWasCleanedUpStaysAsItWas() {
    Scene scene = Scene.of("Never", "", "a:exit3").published();
    ContainerStatus before = scene.container("a");
    assertThat(scene.sees("a:none").container("a")).isEqualTo(before);
  }

  @Test
  void lastStateOutlivesTheInstanceItCameFrom() {
    Scene scene = Scene.of("Always", "", "a:exit1>running").published();
    ContainerStatus status =
        scene
            .sees(Scene.instance("a", 1, new ContainerCondition.Running(Scene.START)))
            .container("a");
    assertThat(Scene.told(status.lastState())).isEqualTo("terminated 1 Error");
  }

  @Test
  void lastStateIsWhatWasShownWhenTheOldInstanceIsGoneAlready() {
    Scene scene = Scene.of("Always", "", "a:exit4").published();
    ContainerStatus status =
        scene
            .sees(Scene.instance("a", 1, new ContainerCondition.Running(Scene.START)))
            .container("a");
    assertThat(Scene.told(status.lastState())).isEqualTo("terminated 4 Error");
    assertThat(status.restartCount()).isEqualTo(1);
  }

  @ParameterizedTest(name = "[{0}] [{1}], {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | a:none            | a | terminated 137 ContainerStatusUnknown",
        "''               | a:created         | a | terminated 137 ContainerStatusUnknown",
        "''               | a:running         | a | terminated 137 ContainerStatusUnknown",
        "''               | a:unknown         | a | terminated 137 ContainerStatusUnknown",
        "''               | a:exit0           | a | terminated 0 Completed",
        "''               | a:crash1          | a | terminated 1 Error",
        "i:exit0          | a:none            | a | terminated 137 ContainerStatusUnknown",
        "i:exit1          | a:none            | i | terminated 1 Error",
        "i:exit1          | a:none            | a | waiting PodInitializing",
        "i:none j:none    | a:none            | i | terminated 137 ContainerStatusUnknown",
        "i:none j:none    | a:none            | j | waiting PodInitializing",
        "i:exit0 j:running| a:none            | j | terminated 137 ContainerStatusUnknown",
        "s*:running       | a:exit0           | s | terminated 137 ContainerStatusUnknown",
      })
  void nothingThatBeganIsLeftRunningOrWaitingAtTheEnd(
      String init, String main, String name, String expected) {
    ContainerStatus status =
        Scene.of("Never", init, main).terminated(Termination.Cause.REMOVED).container(name);
    assertThat(Scene.told(status.state())).isEqualTo(expected);
    assertThat(status.ready())
        .isEqualTo(expected.equals("terminated 0 Completed") && name.equals("i"));
  }

  @Test
  void keepsTheOrderOfTheSpec() {
    Scene scene = Scene.of("Always", "z:exit0 x:exit0", "c:running a:running b:none");
    assertThat(scene.status().containerStatuses())
        .extracting("name")
        .containsExactly("c", "a", "b");
    assertThat(scene.status().initContainerStatuses()).extracting("name").containsExactly("z", "x");
  }

  @Test
  void ephemeralContainersAreShownWithoutReadiness() {
    Scene scene =
        Scene.of(
                Pods.fromYaml(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, uid: uid-1}
                    spec:
                      containers: [{name: a, image: i}]
                      ephemeralContainers: [{name: debug, image: i}]
                    """))
            .sees("a:running debug:running");
    ContainerStatus status = scene.container("debug");
    assertThat(Scene.told(status.state())).isEqualTo("running");
    assertThat(status.ready()).isFalse();
    assertThat(status.started()).isNull();
    assertThat(
            Scene.told(
                scene.sees("debug:exit1").waitingReason("debug", "X").container("debug").state()))
        .isEqualTo("terminated 1 Error");
    assertThat(
            Scene.told(
                scene
                    .sees("debug:none")
                    .waitingReason("debug", "ErrImagePull")
                    .container("debug")
                    .state()))
        .isEqualTo("waiting ErrImagePull");
  }

  @Test
  void tellsVolumeMountsAndResources() {
    ContainerStatus status =
        Scene.of(
                Pods.fromYaml(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, uid: uid-1}
                    spec:
                      volumes: [{name: v, emptyDir: {}}]
                      containers:
                      - name: a
                        image: i
                        resources: {requests: {cpu: 100m}}
                        volumeMounts:
                        - {name: v, mountPath: /v, readOnly: true}
                    """))
            .sees("a:running")
            .container("a");
    assertThat(status.volumeMounts())
        .singleElement()
        .satisfies(mount -> {
          assertThat(mount.mountPath()).isEqualTo("/v");
          assertThat(Objects.requireNonNull(mount.recursiveReadOnly()).wire())
              .isEqualTo("Disabled");
        });
    assertThat(status.allocatedResources()).containsKey("cpu");
  }

  private static ObservedContainer exited(int attempt, int code, String reason, String message) {
    Instant start = Scene.START.plusMillis(1500);
    return Scene.instance(
        "a",
        attempt,
        new ContainerCondition.Exited(start, Scene.START.plusMillis(9700), code, reason, message));
  }
}
