package dev.jubelet.decide.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EmptyDirRulesTest {
  private static Pod pod(String containers, String volumes) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1}
        spec:
          containers: [%s]
          volumes: [%s]
        """
            .formatted(containers, volumes));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,-,-,-",
        "-,-,1Gi,1Gi",
        "-,64Mi,1Gi,64Mi",
        "-,2Gi,1Gi,1Gi",
        "-,0,1Gi,1Gi",
        "-,64Mi,-,64Mi",
        "128Mi,-,1Gi,128Mi",
        "128Mi,64Mi,1Gi,64Mi",
        "128Mi,256Mi,1Gi,128Mi",
        "2Gi,-,1Gi,1Gi",
        "128Mi,-,-,128Mi",
      })
  void memoryIsLimitedByTheLeastOfThree(
      String podLimit, String sizeLimit, String allocatable, String size) {
    String container =
        podLimit == null
            ? "{name: a, image: i}"
            : "{name: a, image: i, resources: {limits: {memory: " + podLimit + "}}}";
    Map<String, Quantity> node =
        allocatable == null ? Map.of() : Map.of("memory", Quantity.parse(allocatable));
    assertThat(
            MemoryVolumeSize.of(
                    pod(container, "{name: v, emptyDir: {medium: Memory}}"),
                    sizeLimit == null ? null : Quantity.parse(sizeLimit),
                    node)
                .orElse(null))
        .isEqualTo(size == null ? null : Quantity.parse(size));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: v, emptyDir: {sizeLimit: 1Ki}}|v=1024|''",
        "{name: v, emptyDir: {sizeLimit: 1Ki}}|v=1025"
            + "|Usage of EmptyDir volume \"v\" exceeds the limit \"1Ki\".",
        "{name: v, emptyDir: {sizeLimit: 1Ki}}|w=9999|''",
        "{name: v, emptyDir: {}}|v=9999|''",
        "{name: v, emptyDir: {sizeLimit: 0}}|v=9999|''",
        "{name: v, emptyDir: {sizeLimit: 1Ki, medium: Memory}}|v=9999|''",
        "{name: v, emptyDir: {sizeLimit: 1Ki}}, {name: w, emptyDir: {sizeLimit: 2Ki}}|v=1,w=4096"
            + "|Usage of EmptyDir volume \"w\" exceeds the limit \"2Ki\".",
        "{name: v, hostPath: {path: /x}}|v=9999|''",
      })
  void aPodThatPassesALimitIsEvicted(String volumes, String used, String why) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (String one : used.split(",", -1)) {
      bytes.put(one.substring(0, 1), Long.parseLong(one.substring(2)));
    }
    Pod pod = pod("{name: a, image: i}", volumes);
    assertThat(EmptyDirLimits.passed(pod, bytes).orElse("")).isEqualTo(why);
  }
}
