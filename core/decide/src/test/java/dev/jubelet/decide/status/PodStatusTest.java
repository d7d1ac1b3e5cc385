package dev.jubelet.decide.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.status.PodIp;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodStatusTest {
  @ParameterizedTest(name = "node {0}, sandbox {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.1          | 10.0.0.7             | 10.0.0.7",
        "192.0.2.1          | 10.0.0.7 fd00::7     | 10.0.0.7 fd00::7",
        "192.0.2.1          | fd00::7 10.0.0.7     | 10.0.0.7 fd00::7",
        "2001:db8::1        | 10.0.0.7 fd00::7     | fd00::7 10.0.0.7",
        "192.0.2.1          | 10.0.0.7 10.0.0.8    | 10.0.0.7",
        "192.0.2.1          | fd00::7              | fd00::7",
        "''                 | fd00::7 10.0.0.7     | 10.0.0.7 fd00::7",
        "192.0.2.1          | ''                   | ''",
      })
  void podHasOneAddressOfEachFamilyTheNodesFirst(String node, String sandbox, String expected) {
    PodStatus status =
        Scene.of("Always", "", "a:running")
            .hostIps(words(node))
            .sandboxes(Scene.sandbox(0, true, List.of(words(sandbox))))
            .status();
    assertThat(status.podIPs()).extracting(PodIp::ip).containsExactly(words(expected));
    assertThat(status.podIP()).isEqualTo(expected.isEmpty() ? "" : words(expected)[0]);
  }

  @ParameterizedTest(name = "node {0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.1             | 192.0.2.1",
        "192.0.2.1 2001:db8::1 | 192.0.2.1 2001:db8::1",
        "192.0.2.1 192.0.2.2   | 192.0.2.1",
        "''                    | ''",
      })
  void hostNetworkPodHasTheAddressesOfTheNode(String node, String expected) {
    PodStatus status =
        Scene.of(
                Pods.fromYaml(
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p, uid: uid-1}
                    spec: {hostNetwork: true, containers: [{name: a, image: i}]}
                    """))
            .hostIps(words(node))
            .sandboxes(Scene.sandbox(0, true, List.of(), NamespaceOptions.Mode.NODE))
            .status();
    assertThat(status.podIPs()).extracting(PodIp::ip).containsExactly(words(expected));
    assertThat(status.conditions().getFirst().status().wire()).isEqualTo("True");
  }

  @Test
  void tellsTheAddressesOfTheNode() {
    PodStatus status =
        Scene.of("Always", "", "a:none").hostIps("192.0.2.1", "2001:db8::1").status();
    assertThat(status.hostIP()).isEqualTo("192.0.2.1");
    assertThat(status.hostIPs()).extracting("ip").containsExactly("192.0.2.1", "2001:db8::1");
  }

  @Test
  void addressIsRememberedWhenTheSandboxHasEnded() {
    Scene scene = Scene.of("Never", "", "a:running").published();
    scene.sandboxes(Scene.sandbox(0, false, List.of()));
    assertThat(scene.status().podIP()).isEqualTo("10.0.0.7");
    assertThat(scene.sandboxes().status().podIP()).isEmpty();
    assertThat(scene.terminated(Termination.Cause.REMOVED).status().podIP()).isEqualTo("10.0.0.7");
  }

  @Test
  void newSandboxBringsANewAddress() {
    Scene scene =
        Scene.of("Never", "", "a:running")
            .published()
            .sandboxes(
                Scene.sandbox(1, true, List.of("10.0.0.9")),
                Scene.sandbox(0, false, List.of("10.0.0.7")));
    assertThat(scene.status().podIP()).isEqualTo("10.0.0.9");
  }

  @Test
  void startTimeIsWhenThePodWasFirstSeen() {
    Scene scene = Scene.of("Always", "", "a:none").sandboxes();
    Instant first = scene.now();
    assertThat(scene.published().sees("a:running").published().status().startTime())
        .isEqualTo(first);
  }

  @Test
  void startTimeOfAPodWithoutStatusIsWhenItsOldestSandboxWasMade() {
    Scene scene = Scene.of("Always", "", "a:running");
    assertThat(scene.status().startTime())
        .isEqualTo(Scene.sandbox(0, true, List.of()).createdAt())
        .isBefore(scene.now());
  }

  @Test
  void generationOfThePodIsTheOneSeenAndNeverFalls() {
    PodStatus status = Scene.of("Always", "", "a:none").status();
    assertThat(status.observedGeneration()).isEqualTo(3);
    Scene without =
        Scene.of(
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, uid: uid-1}
                spec: {containers: [{name: a, image: i}]}
                """));
    assertThat(without.status().observedGeneration()).isZero();
    assertThat(without.after(status).status().observedGeneration()).isEqualTo(3);
  }

  @Test
  void settledPodKeepsItsStatusAsTimePasses() {
    Scene scene = Scene.of("Always", "i:exit0 s*:running", "a:exit1>running b:crash1").published();
    assertThat(scene.published().status()).isEqualTo(scene.published().status());
  }

  @Test
  void tellsTheQualityOfServiceClassAndWhatIsSetAside() {
    PodStatus status = Scene.of(asking()).sees("a:running").status();
    assertThat(status.qosClass()).isEqualTo(QosClass.BURSTABLE);
    assertThat(status.allocatedResources()).containsKey("cpu");
  }

  @Test
  void rejectedPodHasFailedWithoutAWordOnItsContainers() {
    Instant now = Instant.parse("2026-01-01T10:00:00.5Z");
    PodStatus status =
        RejectedStatus.of(asking(), "OutOfcpu", "Node didn't have enough resource: cpu", now);
    assertThat(status.phase()).isEqualTo(PodPhase.FAILED);
    assertThat(status.reason()).isEqualTo("OutOfcpu");
    assertThat(status.message())
        .isEqualTo("Pod was rejected: Node didn't have enough resource: cpu");
    assertThat(status.startTime()).isEqualTo(Instant.parse("2026-01-01T10:00:00Z"));
    assertThat(status.qosClass()).isEqualTo(QosClass.BURSTABLE);
    assertThat(status.observedGeneration()).isEqualTo(2);
    assertThat(status.containerStatuses()).isEmpty();
    assertThat(status.conditions()).isEmpty();
  }

  private static Pod asking() {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, uid: uid-1, generation: 2}
        spec: {containers: [{name: a, image: i, resources: {requests: {cpu: 100m}}}]}
        """);
  }

  private static String[] words(String text) {
    return text.isEmpty() ? new String[0] : text.trim().split(" +", -1);
  }
}
