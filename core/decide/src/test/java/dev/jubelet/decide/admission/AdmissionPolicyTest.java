package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionPolicyTest {
  private final AdmissionPolicy policy =
      AdmissionPolicy.standard(NodeSettings.Admission.USUAL, Nodes.UNIFIED);

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                  | admitted",
        "nodeName: node-1    | admitted",
        "nodeName: node-2    | NodeName",
        "'os: {name: linux}' | admitted",
      })
  void letsInWhatIsMeantForThisNode(String spec, String expected) {
    assertThat(Fixtures.told(policy.judge(Fixtures.pod(spec), List.of(), Fixtures.node())))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "label {0}: {1}")
  @CsvSource({"linux, admitted", "windows, PodOSSelectorNodeLabelDoesNotMatch"})
  void looksAtTheOperatingSystemLabelOfThePod(String os, String expected) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, uid: u, labels: {kubernetes.io/os: %s}}
            spec: {containers: [{name: c, image: i}]}
            """
                .formatted(os));
    assertThat(Fixtures.told(policy.judge(pod, List.of(), Fixtures.node()))).isEqualTo(expected);
  }

  @Test
  void saysTheWordsOfKubernetes() {
    NodeFacts node = Fixtures.node();
    assertThat(policy.judge(Fixtures.pod("nodeName: x"), List.of(), node))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "NodeName",
                "Predicate NodeName failed: node(s) didn't match the requested node name"));
    assertThat(
            policy.judge(Fixtures.pod("os: {name: linux}"), List.of(), Fixtures.nodeOf("windows")))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "all                                        | SysctlForbidden",
        "sysctl                                     | PodOSNotSupported",
        "sysctl os                                  | OutOfcpu",
        "sysctl os cpu                              | NodeAffinity",
        "sysctl os cpu selector                     | NodeName",
        "sysctl os cpu selector name                | NodePorts",
        "sysctl os cpu selector name port           | admitted",
      })
  void firstRejectionCountsInTheOrderOfTheGoKubelet(String mended, String expected) {
    List<String> good = List.of(mended.split(" ", -1));
    String spec =
        (good.contains("sysctl")
                ? ""
                : "securityContext: {sysctls: [{name: vm.swappiness, value: '1'}]}\n")
            + "os: {name: linux}\n"
            + (good.contains("selector") ? "" : "nodeSelector: {disk: hdd}\n")
            + (good.contains("name") ? "" : "nodeName: node-2\n");
    String container =
        (good.contains("cpu") ? "" : "resources: {requests: {cpu: 99}}, ")
            + (good.contains("port") ? "tty: false" : "ports: [{containerPort: 1, hostPort: 80}]");
    Pod other = Fixtures.pod("other", "ports: [{containerPort: 1, hostPort: 80}]", "");
    AdmissionVerdict verdict =
        policy.judge(
            Fixtures.pod("candidate", container, spec),
            List.of(other),
            Fixtures.nodeOf(good.contains("os") ? "linux" : "windows"));
    assertThat(Fixtures.told(verdict)).isEqualTo(expected);
  }

  @Test
  void doesNotCountThePodAgainstItself() {
    Pod pod = Fixtures.pod("a", "ports: [{containerPort: 1, hostPort: 80}]", "");
    assertThat(policy.judge(pod, List.of(pod), Fixtures.node("pods=1")))
        .isEqualTo(AdmissionVerdict.ADMITTED);
  }
}
