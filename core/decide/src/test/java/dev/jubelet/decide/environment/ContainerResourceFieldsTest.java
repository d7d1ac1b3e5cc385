package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.container.env.ResourceFieldSelector;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerResourceFieldsTest {
  @ParameterizedTest
  @CsvSource({
    "requests.cpu, 0, 1",
    "requests.cpu, 1m, 250",
    "limits.cpu, 1m, 1500",
    "limits.cpu, 1, 2",
    "requests.memory, 1Mi, 64",
    "requests.memory, 1M, 68",
    "requests.memory, 0, 67108864",
    "limits.memory, 1Gi, 7",
    "limits.ephemeral-storage, 1Gi, 10",
    "requests.ephemeral-storage, 1Gi, 0",
    "limits.hugepages-2Mi, 1Mi, 4",
    "requests.hugepages-1Gi, 1Mi, 0",
  })
  void readsInUnitsOfTheDivisor(String resource, String divisor, String value) {
    assertThat(read(pod(""), "", resource, divisor)).isEqualTo(ResolvedValue.value(value));
  }

  @ParameterizedTest
  @CsvSource({"limits.gpu", "cpu", "limits.", "other.cpu"})
  void refusesOtherResources(String resource) {
    assertThat(read(pod(""), "", resource, "1"))
        .isEqualTo(ResolvedValue.refused("unsupported container resource : " + resource));
  }

  @Test
  void limitsByThePodBeforeTheNode() {
    Pod pod = pod("resources: {limits: {memory: 2Gi}}");
    assertThat(read(pod, "", "limits.memory", "1Gi")).isEqualTo(ResolvedValue.value("2"));
    assertThat(read(pod, "", "limits.ephemeral-storage", "1Gi"))
        .isEqualTo(ResolvedValue.value("10"));
  }

  @Test
  void readsAnotherContainerByItsName() {
    assertThat(read(pod(""), "other", "limits.cpu", "1")).isEqualTo(ResolvedValue.value("3"));
    assertThat(read(pod(""), "other", "limits.memory", "1Gi")).isEqualTo(ResolvedValue.value("7"));
    assertThat(read(pod(""), "init", "limits.memory", "1Gi")).isEqualTo(ResolvedValue.value("0"));
    assertThat(read(pod(""), "nobody", "limits.cpu", "1"))
        .isEqualTo(ResolvedValue.refused("container nobody not found"));
  }

  private static ResolvedValue<String> read(
      Pod pod, String container, String resource, String divisor) {
    return ContainerResourceFields.of(
        new ResourceFieldSelector(container, resource, Quantity.parse(divisor)),
        pod,
        pod.spec().containers().getFirst(),
        Nodes.facts().allocatable());
  }

  private static Pod pod(String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1}
        spec:
          %s
          initContainers: [{name: init, image: busybox}]
          containers:
            - name: main
              image: busybox
              resources:
                requests: {cpu: 250m, memory: 64Mi, hugepages-2Mi: 4Mi}
                limits: {cpu: 1500m, hugepages-2Mi: 4Mi}
            - name: other
              image: busybox
              resources: {limits: {cpu: 2500m}}
        """
            .formatted(spec));
  }
}
