package dev.jubelet.decide.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestartRuleTest {
  private static Pod pod(String policy, String more) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, uid: uid-1}
        spec:
          restartPolicy: %s
          initContainers:
          - {name: i, image: img}
          - {name: s, image: img, restartPolicy: Always}
          containers:
          - name: a
            image: img
        %s
        """
            .formatted(policy, more.indent(2)));
  }

  private static Container main(Pod pod) {
    return pod.spec().containers().getFirst();
  }

  @ParameterizedTest(name = "{0}, exit {1}: {2}")
  @CsvSource({
    "Always, 0, true",
    "Always, 1, true",
    "Always, 137, true",
    "OnFailure, 0, false",
    "OnFailure, 1, true",
    "OnFailure, 137, true",
    "OnFailure, -1, true",
    "Never, 0, false",
    "Never, 1, false",
    "Never, 137, false",
  })
  void mainContainersFollowThePod(String policy, int code, boolean restarts) {
    Pod pod = pod(policy, "");
    assertThat(RestartRule.restarts(pod, main(pod), code)).isEqualTo(restarts);
  }

  @ParameterizedTest(name = "{0}, exit {1}: {2}")
  @CsvSource({
    "Always, 0, false",
    "Always, 1, true",
    "OnFailure, 0, false",
    "OnFailure, 1, true",
    "Never, 0, false",
    "Never, 1, false",
  })
  void initContainersAreNotRunAgainAfterSuccess(String policy, int code, boolean restarts) {
    Pod pod = pod(policy, "");
    assertThat(RestartRule.restarts(pod, pod.spec().initContainers().get(0), code))
        .isEqualTo(restarts);
  }

  @ParameterizedTest
  @CsvSource({"Always", "OnFailure", "Never"})
  void sidecarsAreAlwaysRestarted(String policy) {
    Pod pod = pod(policy, "");
    Container sidecar = pod.spec().initContainers().get(1);
    assertThat(RestartRule.restarts(pod, sidecar, 0)).isTrue();
    assertThat(RestartRule.restarts(pod, sidecar, 1)).isTrue();
  }

  @ParameterizedTest(name = "pod {0}, container {1}, exit {2}: {3}")
  @CsvSource({
    "Always, Never, 1, false", "Always, OnFailure, 0, false", "Always, OnFailure, 1, true",
    "Never, Always, 0, true", "Never, OnFailure, 1, true", "Never, OnFailure, 0, false",
    "OnFailure, Always, 0, true", "OnFailure, Never, 1, false",
  })
  void containersOwnPolicyComesFirst(String pods, String own, int code, boolean restarts) {
    Pod pod = pod(pods, "  restartPolicy: " + own);
    assertThat(RestartRule.restarts(pod, main(pod), code)).isEqualTo(restarts);
  }

  @ParameterizedTest(name = "{0} {1}, otherwise {2}, exit {3}: {4}")
  @CsvSource(
      delimiter = '|',
      value = {
        "In    | [42]      | Never     | 42 | true",
        "In    | [42]      | Never     | 43 | false",
        "In    | [42]      | Never     | 0  | false",
        "In    | [1, 2, 3] | Never     | 2  | true",
        "In    | [42]      | Always    | 7  | true",
        "In    | [42]      | OnFailure | 0  | false",
        "NotIn | [42]      | Never     | 42 | false",
        "NotIn | [42]      | Never     | 41 | true",
        "NotIn | [1, 2]    | Never     | 2  | false",
        "NotIn | [1, 2]    | Never     | 3  | true",
        "NotIn | [42]      | OnFailure | 42 | true",
      })
  void rulesOnExitCodesComeBeforeThePolicy(
      String operator, String codes, String own, int code, boolean restarts) {
    Pod pod =
        pod(
            "Never",
            """
              restartPolicy: %s
              restartPolicyRules:
              - {action: Restart, exitCodes: {operator: %s, values: %s}}
            """
                .formatted(own, operator, codes));
    assertThat(RestartRule.restarts(pod, main(pod), code)).isEqualTo(restarts);
  }

  @Test
  void oneOfSeveralRulesIsEnough() {
    Pod pod =
        pod(
            "Never",
            """
              restartPolicy: Never
              restartPolicyRules:
              - {action: Restart, exitCodes: {operator: In, values: [1]}}
              - {action: Restart, exitCodes: {operator: In, values: [2]}}
            """);
    assertThat(RestartRule.restarts(pod, main(pod), 1)).isTrue();
    assertThat(RestartRule.restarts(pod, main(pod), 2)).isTrue();
    assertThat(RestartRule.restarts(pod, main(pod), 3)).isFalse();
  }

  private static ObservedContainer seen(ContainerCondition condition) {
    return new ObservedContainer(
        new ContainerId("a-0"),
        new SandboxId("s0"),
        new PodUid("uid-1"),
        "a",
        0,
        condition,
        Instant.EPOCH,
        "img",
        "img",
        "img",
        "",
        Map.of(),
        Map.of(),
        null,
        null);
  }

  @Test
  void whatHasNotEndedShouldRunWhateverThePolicy() {
    Pod pod = pod("Never", "");
    assertThat(RestartRule.shouldRun(pod, main(pod), null)).isTrue();
    assertThat(RestartRule.shouldRun(pod, main(pod), seen(new ContainerCondition.Created())))
        .isTrue();
    assertThat(
            RestartRule.shouldRun(
                pod, main(pod), seen(new ContainerCondition.Running(Instant.EPOCH))))
        .isTrue();
    assertThat(RestartRule.shouldRun(pod, main(pod), seen(new ContainerCondition.Unknown())))
        .isTrue();
  }

  @Test
  void whatHasEndedShouldRunIfItsExitSaysSo() {
    Pod pod = pod("OnFailure", "");
    assertThat(RestartRule.shouldRun(pod, main(pod), seen(exit(1)))).isTrue();
    assertThat(RestartRule.shouldRun(pod, main(pod), seen(exit(0)))).isFalse();
  }

  private static ContainerCondition exit(int code) {
    return new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, code, "", "");
  }
}
