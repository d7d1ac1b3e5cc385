package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceRuleTest {
  private final ResourceRule rule = new ResourceRule();

  @ParameterizedTest(name = "[{0}] beside [{1}] on [{2}]: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                       | ''                   | cpu=1 memory=1Gi       | admitted",
        "cpu: 1                   | ''                   | cpu=1                  | admitted",
        "cpu: 1001m               | ''                   | cpu=1                  | OutOfcpu",
        "cpu: 500m                | cpu: 500m            | cpu=1                  | admitted",
        "cpu: 501m                | cpu: 500m            | cpu=1                  | OutOfcpu",
        "cpu: 100m                | ''                   | ''                     | OutOfcpu",
        "cpu: 0                   | cpu: 2               | cpu=1                  | admitted",
        "cpu: 1                   | cpu: 2               | cpu=1                  | OutOfcpu",
        "memory: 1Gi              | ''                   | memory=1Gi             | admitted",
        "memory: 1025Mi           | ''                   | memory=1Gi             | OutOfmemory",
        "memory: 512Mi            | memory: 600Mi        | cpu=1 memory=1Gi       | OutOfmemory",
        "'cpu: 2, memory: 2Gi'    | ''                   | cpu=1 memory=1Gi       | OutOfcpu",
        "'memory: 2Gi, cpu: 2'    | ''                   | cpu=1 memory=1Gi       | OutOfcpu",
        "ephemeral-storage: 1Gi   | ''                   | ephemeral-storage=1Gi  | admitted",
        "ephemeral-storage: 1Gi   | ''                   | ephemeral-storage=1000 | OutOfephemeral-storage",
        "'memory: 1, ephemeral-storage: 1' | ''          | cpu=1                  | OutOfmemory",
        "'cpu: 1m, hugepages-2Mi: 4Mi' | ''              | cpu=1 hugepages-2Mi=4Mi | admitted",
        "'cpu: 1m, hugepages-2Mi: 4Mi' | 'cpu: 1m, hugepages-2Mi: 2Mi' | cpu=1 hugepages-2Mi=4Mi | OutOfhugepages-2Mi",
        "'cpu: 1m, hugepages-1Gi: 1Gi' | ''              | cpu=1 hugepages-2Mi=4Mi | OutOfhugepages-1Gi",
        "example.com/gpu: 1       | ''                   | example.com/gpu=1      | admitted",
        "example.com/gpu: 2       | ''                   | example.com/gpu=1      | OutOfexample.com/gpu",
        "example.com/gpu: 1       | example.com/gpu: 1   | example.com/gpu=1      | OutOfexample.com/gpu",
        "example.com/gpu: 1       | ''                   | example.com/gpu=0      | OutOfexample.com/gpu",
        "example.com/gpu: 5       | ''                   | cpu=1                  | admitted",
        "''                       | ;                    | cpu=1                  | admitted",
        "''                       | cpu: 0;cpu: 0        | cpu=1                  | admitted",
        "''                       | cpu: 0;cpu: 0;cpu: 0 | cpu=1                  | OutOfpods",
        "cpu: 5                   | cpu: 0;cpu: 0;cpu: 0 | cpu=1                  | OutOfpods",
        "''                       | ''                   | pods=0                 | OutOfpods",
        "memory: 9223372036854775807 | memory: 9223372036854775807;memory: 9 | memory=1Gi | OutOfmemory",
      })
  void fitsIntoWhatOthersLeave(String wanted, String others, String node, String expected) {
    AdmissionVerdict verdict =
        rule.judge(
            Fixtures.asking("candidate", wanted), Fixtures.admitted(others), Fixtures.node(node));
    assertThat(Fixtures.told(verdict)).isEqualTo(expected);
  }

  @Test
  void saysHowMuchOfWhatIsMissing() {
    assertThat(rule.judge(Fixtures.asking("a", "cpu: 100m"), List.of(), Fixtures.node("")))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 100, used: 0, capacity: 0"));
    assertThat(
            rule.judge(
                Fixtures.asking("a", "memory: 2Ki"),
                Fixtures.admitted("memory: 1Ki"),
                Fixtures.node("memory=2Ki")))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "OutOfmemory",
                "Node didn't have enough resource: memory, requested: 2048, used: 1024,"
                    + " capacity: 2048"));
  }

  @Test
  void countsTheLargestInitContainerAndTheOverhead() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, uid: u}
            spec:
              overhead: {cpu: 100m}
              initContainers:
              - {name: big, image: i, resources: {requests: {cpu: "2"}}}
              containers:
              - {name: c, image: i, resources: {requests: {cpu: "1"}}}
            """);
    assertThat(Fixtures.told(rule.judge(pod, List.of(), Fixtures.node("cpu=2100m"))))
        .isEqualTo("admitted");
    assertThat(rule.judge(pod, List.of(), Fixtures.node("cpu=2")))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "OutOfcpu",
                "Node didn't have enough resource: cpu, requested: 2100, used: 0, capacity: 2000"));
  }
}
