package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pod asks of the kernel and of the runtime. */
class MachineRulesTest {
  @ParameterizedTest(name = "{0}, supported {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                     | false | admitted",
        "'securityContext: {supplementalGroupsPolicy: Merge}'   | false | admitted",
        "'securityContext: {supplementalGroupsPolicy: Strict}'  | true  | admitted",
        "'securityContext: {supplementalGroupsPolicy: Strict}'  | false | SupplementalGroupsPolicyNotSupported",
      })
  void strictGroupsNeedARuntimeThatKnowsThem(String spec, boolean supported, String verdict) {
    assertThat(told(new SupplementalGroupsRule(supported), Fixtures.pod(spec))).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}, enabled {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                                      | false | admitted",
        "'securityContext: {appArmorProfile: {type: Unconfined}}'                | false | admitted",
        "'securityContext: {appArmorProfile: {type: RuntimeDefault}}'            | false | AppArmor",
        "'securityContext: {appArmorProfile: {type: RuntimeDefault}}'            | true  | admitted",
        "'securityContext: {appArmorProfile: {type: Localhost, localhostProfile: p}}' | false | AppArmor",
        "'securityContext: {appArmorProfile: {type: Localhost, localhostProfile: p}}' | true  | admitted",
      })
  void aProfileNeedsAKernelWithAppArmor(String spec, boolean enabled, String verdict) {
    AppArmorRule rule = new AppArmorRule(enabled);

    assertThat(told(rule, Fixtures.pod(spec))).isEqualTo(verdict);
    assertThat(told(rule, Fixtures.pod("p", spec, ""))).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}, enabled {1}: {2}")
  @CsvSource({
    "unconfined,      false, admitted",
    "runtime/default, false, AppArmor",
    "runtime/default, true,  admitted",
    "localhost/p,     false, AppArmor",
    "localhost/p,     true,  admitted",
    "localhost/,      true,  AppArmor",
  })
  void theOldAnnotationAsksToo(String value, boolean enabled, String verdict) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: a
              uid: u
              annotations: {container.apparmor.security.beta.kubernetes.io/c: %s}
            spec: {containers: [{name: c, image: i}]}
            """
                .formatted(value));

    assertThat(told(new AppArmorRule(enabled), pod)).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                        | ''                  | admitted",
        "'livenessProbe: {httpGet: {port: 80}}'                    | ''                  | admitted",
        "'livenessProbe: {exec: {command: [id]}}'                  | ''                  | admitted",
        "'livenessProbe: {httpGet: {port: 80, host: 169.254.169.254}}' | ''              | ProbeHostForbidden",
        "'readinessProbe: {tcpSocket: {port: 80, host: db}}'       | ''                  | ProbeHostForbidden",
        "'startupProbe: {httpGet: {port: 80, host: 10.0.0.1}}'     | ''                  | ProbeHostForbidden",
        "'lifecycle: {postStart: {httpGet: {port: 80, host: x}}}'  | ''                  | ProbeHostForbidden",
        "'lifecycle: {preStop: {httpGet: {port: 80, host: x}}}'    | ''                  | ProbeHostForbidden",
        "'lifecycle: {preStop: {httpGet: {port: 80}}}'             | ''                  | admitted",
        "'livenessProbe: {httpGet: {port: 80, host: 127.0.0.1}}'   | ''                  | ProbeHostForbidden",
        "'livenessProbe: {httpGet: {port: 80, host: 127.0.0.1}}'   | 'hostNetwork: true' | admitted",
        "'livenessProbe: {httpGet: {port: 80, host: x}}'           | 'hostNetwork: true' | ProbeHostForbidden",
      })
  void forbidsHostsOfProbesAndHooksWhereTheOperatorDoes(
      String container, String spec, String verdict) {
    Pod pod = Fixtures.pod("p", container, spec);

    assertThat(told(new HandlerHostRule(false), pod)).isEqualTo(verdict);
    assertThat(told(new HandlerHostRule(true), pod)).isEqualTo("admitted");
  }

  @Test
  void saysWhichHostIsForbidden() {
    Pod pod = Fixtures.pod("p", "livenessProbe: {httpGet: {port: 80, host: db}}", "");

    assertThat(new HandlerHostRule(false).judge(pod, List.of(), Fixtures.node()))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "ProbeHostForbidden",
                "a probe or hook of container c names the host \"db\", which this node forbids:"
                    + " leave out host, then the pod's own address is used"));
  }

  @Test
  void saysWhy() {
    Pod pod = Fixtures.pod("securityContext: {appArmorProfile: {type: RuntimeDefault}}");

    assertThat(new AppArmorRule(false).judge(pod, List.of(), Fixtures.node()))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "AppArmor", "Cannot enforce AppArmor: AppArmor is not enabled on the host"));
  }

  private static String told(AdmissionRule rule, Pod pod) {
    return Fixtures.told(rule.judge(pod, List.of(), Fixtures.node()));
  }
}
