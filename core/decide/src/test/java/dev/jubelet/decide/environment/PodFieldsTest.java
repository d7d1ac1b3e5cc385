package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodFieldsTest {
  private static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata:
            name: web
            namespace: shop
            uid: u-1
            labels: {tier: x, app: front}
            annotations: {example.org/Note: hi}
          spec:
            nodeName: node-1
            serviceAccountName: robot
            containers: [{name: main, image: busybox}]
          """);
  private static final List<String> POD_IPS = List.of("fd00::7", "10.0.0.7", "10.0.0.8");

  @ParameterizedTest
  @CsvSource({
    "metadata.name, web",
    "metadata.namespace, shop",
    "metadata.uid, u-1",
    "metadata.labels['app'], front",
    "metadata.labels['none'], ''",
    "metadata.annotations['example.org/Note'], hi",
    "metadata.labels, 'app=\"front\"\ntier=\"x\"'",
    "metadata.annotations, example.org/Note=\"hi\"",
    "spec.nodeName, node-1",
    "spec.host, node-1",
    "spec.serviceAccountName, robot",
    "status.hostIP, 192.0.2.10",
    "status.hostIPs, '192.0.2.10,2001:db8::10'",
    "status.podIP, 10.0.0.7",
    "status.podIPs, '10.0.0.7,fd00::7'",
  })
  void readsFields(String path, String value) {
    assertThat(read(path, "192.0.2.10", "2001:db8::10")).isEqualTo(ResolvedValue.value(value));
  }

  @ParameterizedTest
  @CsvSource({
    "spec.restartPolicy, unsupported fieldPath: spec.restartPolicy",
    "spec.nothing, field label not supported: spec.nothing",
    "spec.x['y'], field label does not support subscript: spec.x['y']",
    "metadata.labels['a b'], invalid key subscript in metadata.labels['a b']",
  })
  void refusesWhatAContainerCannotRead(String path, String why) {
    assertThat(read(path, "192.0.2.10")).isEqualTo(ResolvedValue.refused(why));
  }

  @Test
  void putsTheNodesAddressFamilyFirst() {
    assertThat(read("status.podIPs", "2001:db8::10"))
        .isEqualTo(ResolvedValue.value("fd00::7,10.0.0.7"));
  }

  @ParameterizedTest
  @CsvSource({
    "status.podIP, 192.0.2.10",
    "status.podIPs, '192.0.2.10,2001:db8::10'",
    "status.hostIP, 192.0.2.10",
    "status.hostIPs, '192.0.2.10,2001:db8::10'",
  })
  void podOnTheNodesNetworkHasTheNodesAddresses(String path, String value) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, uid: u-1}
            spec: {hostNetwork: true, containers: [{name: main, image: busybox}]}
            """);
    EnvironmentInputs inputs =
        new EnvironmentInputs(
            List.of(), List.of("192.0.2.10", "2001:db8::10"), Map.of(), PodObjects.NONE, List.of());
    assertThat(PodFields.of(new ObjectFieldSelector("v1", path), pod, inputs))
        .isEqualTo(ResolvedValue.value(value));
  }

  @Test
  void refusesANodeThatHasNoAddress() {
    assertThat(read("status.hostIP")).isEqualTo(ResolvedValue.refused("host IP unknown"));
  }

  @Test
  void refusesAnotherVersionOfPods() {
    assertThat(PodFields.of(new ObjectFieldSelector("v2", "metadata.name"), POD, inputs()))
        .isEqualTo(ResolvedValue.refused("unsupported pod version: v2"));
  }

  private static ResolvedValue<String> read(String path, String... hostIps) {
    return PodFields.of(new ObjectFieldSelector("v1", path), POD, inputs(hostIps));
  }

  private static EnvironmentInputs inputs(String... hostIps) {
    return new EnvironmentInputs(POD_IPS, List.of(hostIps), Map.of(), PodObjects.NONE, List.of());
  }
}
