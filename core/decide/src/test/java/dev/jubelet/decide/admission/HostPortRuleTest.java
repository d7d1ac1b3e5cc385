package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortRuleTest {
  private final HostPortRule rule = new HostPortRule();

  @ParameterizedTest(name = "{0} beside {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "hostPort: 80                                  | hostPort: 81                                  | admitted",
        "hostPort: 80                                  | hostPort: 80                                  | NodePorts",
        "protocol: TCP, hostPort: 80                   | protocol: UDP, hostPort: 80                   | admitted",
        "protocol: SCTP, hostPort: 80                  | protocol: SCTP, hostPort: 80                  | NodePorts",
        "protocol: TCP, hostPort: 80                   | hostPort: 80                                  | NodePorts",
        "hostIP: 127.0.0.1, hostPort: 80               | hostIP: 127.0.0.2, hostPort: 80               | admitted",
        "hostIP: 127.0.0.1, hostPort: 80               | hostIP: 127.0.0.1, hostPort: 80               | NodePorts",
        "hostIP: 127.0.0.1, hostPort: 80               | hostPort: 80                                  | NodePorts",
        "hostPort: 80                                  | hostIP: 127.0.0.1, hostPort: 80               | NodePorts",
        "hostIP: 0.0.0.0, hostPort: 80                 | hostIP: 127.0.0.1, hostPort: 80               | NodePorts",
        "hostIP: 127.0.0.1, hostPort: 80, protocol: UDP| hostPort: 80                                  | admitted",
        "hostIP: '::1', hostPort: 80                   | hostIP: 127.0.0.1, hostPort: 80               | admitted",
        "name: web                                     | name: web                                     | admitted",
      })
  void givesEachPortOfTheNodeToOnePod(String wanted, String taken, String expected) {
    AdmissionVerdict verdict =
        rule.judge(withPort("a", wanted), List.of(withPort("b", taken)), Fixtures.node());
    assertThat(Fixtures.told(verdict)).isEqualTo(expected);
  }

  @Test
  void saysThatNoPortIsFree() {
    assertThat(
            rule.judge(
                withPort("a", "hostPort: 80"),
                List.of(withPort("b", "hostPort: 80")),
                Fixtures.node()))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "NodePorts",
                "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod"
                    + " ports"));
  }

  @Test
  void takesContainerPortsOfHostNetworkPodsForPortsOfTheNode() {
    Pod onHost = Fixtures.pod("a", "ports: [{containerPort: 80}]", "hostNetwork: true");
    assertThat(
            Fixtures.told(
                rule.judge(onHost, List.of(withPort("b", "hostPort: 80")), Fixtures.node())))
        .isEqualTo("NodePorts");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'restartPolicy: Always, '  | NodePorts",
        "''                         | admitted",
      })
  void countsPortsOfSidecarsButNotOfInitContainers(String policy, String expected) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, uid: u}
            spec:
              initContainers:
              - {name: s, image: i, %s ports: [{containerPort: 80, hostPort: 80}]}
              containers:
              - {name: c, image: i}
            """
                .formatted(policy));
    AdmissionVerdict verdict =
        rule.judge(pod, List.of(withPort("b", "hostPort: 80")), Fixtures.node());
    assertThat(Fixtures.told(verdict)).isEqualTo(expected);
  }

  private static Pod withPort(String name, String port) {
    return Fixtures.pod(name, "ports: [{containerPort: 80, " + port + "}]", "");
  }
}
