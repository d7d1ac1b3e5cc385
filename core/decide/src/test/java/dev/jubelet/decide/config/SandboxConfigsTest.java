package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxConfigsTest {
  private static final NamespaceOptions.UserNamespace NODE_USERS =
      new NamespaceOptions.UserNamespace(Mode.NODE, List.of(), List.of());

  @Test
  void saysEverythingOfAPlainPod() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              namespace: shop
              uid: u-1
              labels: {app: front}
              annotations: {note: hi}
            spec:
              containers: [{name: main, image: busybox}]
            """);
    assertThat(config(pod))
        .isEqualTo(
            new SandboxConfig(
                "web",
                "shop",
                "u-1",
                3,
                "web",
                "/var/log/pods/shop_web_u-1",
                Nodes.HOST_DNS,
                List.of(),
                Map.of(
                    "app", "front",
                    "io.kubernetes.pod.name", "web",
                    "io.kubernetes.pod.namespace", "shop",
                    "io.kubernetes.pod.uid", "u-1"),
                Map.of("note", "hi"),
                "/kubepods/besteffort/podu-1",
                new SandboxSecurity(
                    new NamespaceOptions(Mode.POD, Mode.CONTAINER, Mode.POD, "", NODE_USERS),
                    null,
                    null,
                    null,
                    false,
                    List.of(),
                    null,
                    false,
                    SecurityProfile.RUNTIME_DEFAULT,
                    null),
                Map.of(),
                new LinuxResources(0, 0, 0, 0, 0, 0, "", "", Map.of(), Map.of()),
                new LinuxResources(100_000, 0, 2, 0, 0, 0, "", "", Map.of(), Map.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "'', POD, CONTAINER, POD",
    "'hostNetwork: true', NODE, CONTAINER, POD",
    "'hostPID: true', POD, NODE, POD",
    "'hostIPC: true', POD, CONTAINER, NODE",
    "'shareProcessNamespace: true', POD, POD, POD",
    "'shareProcessNamespace: false', POD, CONTAINER, POD",
    "'hostUsers: true', POD, CONTAINER, POD",
  })
  void sharesNamespacesAsAsked(String spec, Mode network, Mode pid, Mode ipc) {
    assertThat(config(pod(spec)).security().namespaces())
        .isEqualTo(new NamespaceOptions(network, pid, ipc, "", NODE_USERS));
  }

  @Test
  void leavesTheHostnameOfTheNodeToPodsOnItsNetwork() {
    assertThat(config(pod("hostNetwork: true")).hostname()).isEmpty();
  }

  @Test
  void tellsTheUserGroupsAndLabelsOfThePod() {
    SandboxConfig config =
        config(
            pod(
                """
                securityContext:
                    runAsUser: 1000
                    runAsGroup: 2000
                    fsGroup: 3000
                    supplementalGroups: [4000, 5000]
                    supplementalGroupsPolicy: Strict
                    seLinuxOptions: {level: "s0:c1"}
                    seccompProfile: {type: Unconfined}
                    sysctls: [{name: kernel.shm_rmid_forced, value: "1"}]
                """));
    SandboxSecurity security = config.security();
    assertThat(security.runAsUser()).isEqualTo(1000);
    assertThat(security.runAsGroup()).isEqualTo(2000);
    assertThat(security.supplementalGroups()).containsExactly(3000L, 4000L, 5000L);
    assertThat(security.supplementalGroupsPolicy()).isEqualTo(SupplementalGroupsPolicy.STRICT);
    assertThat(security.selinux()).isEqualTo(new SelinuxOptions("", "", "", "s0:c1"));
    assertThat(security.seccomp()).isEqualTo(SecurityProfile.RUNTIME_DEFAULT);
    assertThat(config.sysctls()).isEqualTo(Map.of("kernel.shm_rmid_forced", "1"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', false",
    "'initContainers: [{name: i, image: b, securityContext: {privileged: true}}]', true",
    "'initContainers: [{name: i, image: b, securityContext: {privileged: false}}]', false",
  })
  void isPrivilegedIfAContainerIs(String spec, boolean privileged) {
    assertThat(config(pod(spec)).security().privileged()).isEqualTo(privileged);
  }

  @Test
  void mapsEveryPortOfMainContainersOnce() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, namespace: shop, uid: u-1}
            spec:
              initContainers:
                - {name: init, image: b, ports: [{containerPort: 1}]}
              containers:
                - name: one
                  image: b
                  ports:
                    - {containerPort: 80, hostPort: 8080, hostIP: 127.0.0.1}
                    - {containerPort: 53, protocol: UDP}
                    - {containerPort: 53, protocol: UDP}
                    - {containerPort: 53}
                - {name: two, image: b, ports: [{name: dns, containerPort: 53}]}
            """);
    assertThat(config(pod).portMappings())
        .containsExactly(
            new PortMapping(Protocol.TCP, 80, 8080, "127.0.0.1"),
            new PortMapping(Protocol.UDP, 53, 0, ""),
            new PortMapping(Protocol.TCP, 53, 0, ""),
            new PortMapping(Protocol.TCP, 53, 0, ""));
  }

  @Test
  void refusesUserNamespacesUntilThereAreSome() {
    assertThat(SandboxConfigs.of(pod("hostUsers: false"), 0, Nodes.plain(), Nodes.LEGACY, null))
        .isEqualTo(
            ResolvedValue.refused(
                "Failed to generate sandbox config for pod \"web_shop(u-1)\": can't set"
                    + " `spec.hostUsers: false`, runtime does not support user namespaces"));
  }

  @Test
  void refusesAFullHostnameThatIsTooLong() {
    Pod pod = pod("hostname: " + "h".repeat(40) + "\n  subdomain: sub\n  setHostnameAsFQDN: true");
    assertThat(
            SandboxConfigs.of(
                pod, 0, Nodes.cluster("cluster.local", "10.0.0.1"), Nodes.LEGACY, null))
        .isInstanceOf(ResolvedValue.Refused.class);
  }

  private static SandboxConfig config(Pod pod) {
    return switch (SandboxConfigs.of(pod, 3, Nodes.plain(), Nodes.LEGACY, null)) {
      case ResolvedValue.Value(SandboxConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }

  private static Pod pod(String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1}
        spec:
          containers: [{name: main, image: busybox}]
          %s
        """
            .formatted(spec));
  }
}
