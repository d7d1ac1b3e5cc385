package dev.jubelet.codec.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.codec.tree.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PodValidationTest {
  /**
   * One thing wrong in an otherwise good pod.
   *
   * @param container lines of the container; {@code spec} lines of the spec; {@code meta} of the
   *     metadata
   */
  record Wrong(String meta, String spec, String container, String finding) {
    @Override
    public String toString() {
      return finding;
    }
  }

  private static Wrong meta(String yaml, String finding) {
    return new Wrong(yaml, "", "", finding);
  }

  private static Wrong spec(String yaml, String finding) {
    return new Wrong("", yaml, "", finding);
  }

  private static Wrong container(String yaml, String finding) {
    return new Wrong("", "", yaml, finding);
  }

  static List<Wrong> wrongs() {
    String c = "spec.containers[0].";
    return List.of(
        meta("namespace: A", "metadata.namespace: Invalid value: \"A\""),
        meta("uid: a/b", "metadata.uid: Invalid value: \"a/b\""),
        meta("labels: {-a: b}", "metadata.labels[-a]: Invalid value: \"-a\""),
        meta("labels: {a: b!}", "metadata.labels[a]: Invalid value: \"b!\""),
        meta("labels: {A/b: c}", "metadata.labels[A/b]: Invalid value"),
        meta(
            "annotations: {jubelet.dev/probe-period: often}",
            "metadata.annotations[jubelet.dev/probe-period]: Invalid value: \"often\": durations must"),
        meta(
            "annotations: {jubelet.dev/probe-period: 9ms}",
            "metadata.annotations[jubelet.dev/probe-period]: Invalid value: \"9ms\": must be at least 10ms"),
        meta(
            "annotations: {jubelet.dev/probe-period.main: ''}",
            "metadata.annotations[jubelet.dev/probe-period.main]: Invalid value"),
        meta(
            "annotations: {jubelet.dev/probe-period.other: 1s}",
            "metadata.annotations[jubelet.dev/probe-period.other]: Not found: \"other\""),
        meta("annotations: {a b: c}", "metadata.annotations[a b]: Invalid value"),
        meta("annotations: {a: " + "x".repeat(262_140) + "y".repeat(10) + "}", "longer than"),
        spec("terminationGracePeriodSeconds: -1", "spec.terminationGracePeriodSeconds: Invalid"),
        spec("activeDeadlineSeconds: 0", "spec.activeDeadlineSeconds: Invalid value: 0"),
        spec("restartPolicy: Sometimes", "spec.restartPolicy: Unsupported value: \"Sometimes\""),
        spec("hostname: a.b", "spec.hostname: Invalid value"),
        spec("nodeName: A_b", "spec.nodeName: Invalid value"),
        spec("hostAliases: [{ip: 1.2.3.256}]", "spec.hostAliases[0].ip: Invalid value"),
        spec("hostAliases: [{ip: '::1', hostnames: [_]}]", "spec.hostAliases[0].hostnames[0]: Inv"),
        spec("dnsPolicy: None", "spec.dnsConfig.nameservers: Required value"),
        spec(
            "dnsConfig: {nameservers: [1.1.1.1, 1.1.1.2, 1.1.1.3, 1.1.1.4]}",
            "spec.dnsConfig.nameservers: Invalid value"),
        spec("dnsConfig: {nameservers: [dns]}", "spec.dnsConfig.nameservers[0]: Invalid value"),
        spec("dnsConfig: {searches: ['a b']}", "spec.dnsConfig.searches[0]: Invalid value"),
        spec("dnsConfig: {options: [{value: x}]}", "spec.dnsConfig.options[0].name: Required"),
        spec("securityContext: {runAsUser: -1}", "spec.securityContext.runAsUser: Invalid value"),
        spec("securityContext: {fsGroup: 2147483648}", "spec.securityContext.fsGroup: Invalid"),
        spec(
            "securityContext: {sysctls: [{name: Net, value: '1'}]}",
            "spec.securityContext.sysctls[0].name: Invalid value"),
        spec(
            "hostNetwork: true\nsecurityContext: {sysctls: [{name: net.core.somaxconn, value: '1'}]}",
            "spec.securityContext.sysctls[0].name: Invalid value"),
        spec("hostPID: true\nshareProcessNamespace: true", "spec.shareProcessNamespace: Invalid"),
        spec("tolerations: [{operator: Equal}]", "spec.tolerations[0].operator: Invalid value"),
        spec("volumes: [{name: A}]", "spec.volumes[0].name: Invalid value"),
        spec("volumes: [{name: a}, {name: a}]", "spec.volumes[1].name: Duplicate value: \"a\""),
        spec(
            "volumes: [{name: a, emptyDir: {}, hostPath: {path: /x}}]",
            "spec.volumes[0].emptyDir: Forbidden"),
        spec("volumes: [{name: a, emtyDir: {}}]", "spec.volumes[0]: Required value: must have"),
        spec(
            "volumes: [{name: a, hostPath: {path: /x/../y}}]",
            "spec.volumes[0].hostPath.path: Invalid value: \"/x/../y\": must not contain '..'"),
        spec("volumes: [{name: a, hostPath: {}}]", "spec.volumes[0].hostPath.path: Required"),
        spec(
            "volumes: [{name: a, configMap: {name: x, defaultMode: 01000}}]",
            "spec.volumes[0].configMap.defaultMode: Invalid value: 512"),
        spec(
            "volumes: [{name: a, downwardAPI: {items: [{path: ../x, fieldRef: {fieldPath: metadata.name}}]}}]",
            "spec.volumes[0].downwardAPI.items[0].path: Invalid value"),
        spec(
            "volumes: [{name: a, emptyDir: {sizeLimit: -1}}]",
            "spec.volumes[0].emptyDir.sizeLimit: Invalid value"),
        spec("initContainers: [{name: main, image: x}]", "spec.initContainers[0].name: Duplicate"),
        spec(
            "initContainers: [{name: i, image: x, livenessProbe: {exec: {command: [a]}}}]",
            "spec.initContainers[0].livenessProbe: Forbidden"),
        container("image: ''", c + "image: Required value"),
        container("image: 'a b'", c + "image: Invalid value: \"a b\""),
        container("name: Main", c + "name: Invalid value"),
        container("name: ''", c + "name: Required value"),
        container("ports: [{containerPort: 0}]", c + "ports[0].containerPort: Required value"),
        container("ports: [{containerPort: 65536}]", c + "ports[0].containerPort: Invalid value"),
        container(
            "ports: [{containerPort: 1, name: a}, {containerPort: 2, name: a}]",
            c + "ports[1].name: Duplicate"),
        container(
            "ports: [{containerPort: 1, hostPort: 5}, {containerPort: 2, hostPort: 5}]",
            c + "ports[1].hostPort: Duplicate value: \"TCP//5\""),
        new Wrong(
            "",
            "hostNetwork: true",
            "ports: [{containerPort: 1, hostPort: 5}]",
            c + "ports[0].hostPort: Invalid value: 5"),
        container("env: [{name: 'a=b', value: x}]", c + "env[0].name: Invalid value"),
        container("env: [{value: x}]", c + "env[0].name: Required value"),
        container(
            "env: [{name: a, value: x, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]",
            c + "env[0].valueFrom: Invalid value"),
        container("env: [{name: a, valueFrom: {}}]", c + "env[0].valueFrom: Invalid value"),
        container(
            "env: [{name: a, valueFrom: {fieldRef: {fieldPath: spec.nope}}}]",
            c + "env[0].valueFrom.fieldRef.fieldPath: Unsupported value: \"spec.nope\""),
        container(
            "volumeMounts: [{name: x, mountPath: /x}]", c + "volumeMounts[0].name: Not found"),
        container("volumeMounts: [{name: v, mountPath: x}]", c + "volumeMounts[0].mountPath: Inv"),
        container("volumeMounts: [{name: v, mountPath: '/a:b'}]", c + "volumeMounts[0].mountPath"),
        container(
            "volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /a}]",
            c + "volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique"),
        container(
            "volumeMounts: [{name: v, mountPath: /a, subPath: ../b}]",
            c + "volumeMounts[0].subPath: Invalid value"),
        container(
            "volumeMounts: [{name: v, mountPath: /a, mountPropagation: Bidirectional}]",
            c + "volumeMounts[0].mountPropagation: Forbidden"),
        container("resources: {requests: {cpu: -1}}", c + "resources.requests[cpu]: Invalid value"),
        container(
            "resources: {limits: {cpu: 1}, requests: {cpu: 2}}",
            c + "resources.requests[cpu]: Invalid value: \"2\": must be less than or equal"),
        container(
            "resources: {requests: {disk: 1}}", c + "resources.requests[disk]: Invalid value"),
        container("livenessProbe: {}", c + "livenessProbe: Required value: must have a handler"),
        container(
            "livenessProbe: {exec: {command: [a]}, tcpSocket: {port: 1}}",
            c + "livenessProbe.tcpSocket: Forbidden"),
        container(
            "livenessProbe: {exec: {command: [a]}, periodSeconds: -1}",
            c + "livenessProbe.periodSeconds: Invalid value: -1"),
        container(
            "livenessProbe: {exec: {command: [a]}, successThreshold: 2}",
            c + "livenessProbe.successThreshold: Invalid value: 2"),
        container("readinessProbe: {httpGet: {}}", c + "readinessProbe.httpGet.port: Required"),
        container(
            "readinessProbe: {tcpSocket: {port: 0}}", c + "readinessProbe.tcpSocket.port: Inv"),
        container(
            "lifecycle: {preStop: {sleep: {seconds: 31}}}",
            c + "lifecycle.preStop.sleep.seconds: Invalid value: 31"),
        container("securityContext: {runAsUser: -5}", c + "securityContext.runAsUser: Invalid"),
        container(
            "securityContext: {privileged: true, allowPrivilegeEscalation: false}",
            c + "securityContext.allowPrivilegeEscalation: Invalid"),
        container(
            "securityContext: {seccompProfile: {type: Localhost}}",
            c + "securityContext.seccompProfile.localhostProfile: Required"));
  }

  private static String yaml(Wrong wrong) {
    String volumes = wrong.spec.contains("volumes:") ? "" : "  volumes: [{name: v}]\n";
    String name = wrong.container.startsWith("name:") ? "" : "    name: main\n";
    String image = wrong.container.startsWith("image:") ? "" : "    image: nginx\n";
    return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n"
        + wrong.meta.indent(2)
        + "spec:\n"
        + volumes
        + wrong.spec.indent(2)
        + "  containers:\n  -\n"
        + name
        + image
        + wrong.container.indent(4);
  }

  @ParameterizedTest
  @MethodSource("wrongs")
  void refusesWhatTheApiServerWouldRefuse(Wrong wrong) {
    String yaml = yaml(wrong);
    List<Problem> errors =
        PodManifests.parse(yaml, "test").problems().stream().filter(Problem::isError).toList();
    assertThat(errors).as(yaml).hasSize(1);
    assertThat(errors.getFirst().toString()).contains(wrong.finding);
    int lines = (int) yaml.lines().count();
    assertThat(errors.getFirst().line()).isBetween(3, lines);
  }

  @Test
  void acceptsThePodAroundThem() {
    assertThat(PodManifests.parseStatic(yaml(new Wrong("", "", "", "")), "test").problems())
        .isEmpty();
  }

  @Test
  void namesTheLine() {
    String yaml =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - image: x\n";
    assertThat(PodManifests.parse(yaml, "a.yaml").sentences())
        .containsExactly("a.yaml: line 7, column 5: spec.containers[0].name: Required value");
  }

  static List<String> needsAnApi() {
    return List.of(
        "serviceAccountName: builder",
        "serviceAccount: builder",
        "volumes: [{name: v, csi: {driver: x}}]",
        "volumes: [{name: v, projected: {sources: [{serviceAccountToken: {path: x}}]}}]");
  }

  @Test
  void ephemeralContainersNeedAPodThatStaysTheSame() {
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, uid: "7"}
        spec:
          containers: [{name: a, image: x}]
          ephemeralContainers: [{name: b, image: x}]
        """;
    assertThat(PodManifests.parseStatic(yaml, "test").sentences()).isEmpty();
    assertThat(PodManifests.parseStatic(yaml.replace(", uid: \"7\"", ""), "test").sentences())
        .singleElement()
        .asString()
        .contains("spec.ephemeralContainers", "metadata.uid");
  }

  static List<String> manifestsCanHave() {
    return List.of(
        "volumes: [{name: v, configMap: {name: x}}]",
        "volumes: [{name: v, secret: {secretName: x}}]",
        "volumes: [{name: v, persistentVolumeClaim: {claimName: x}}]",
        "volumes: [{name: v, projected: {sources: [{secret: {name: x}}]}}]",
        "initContainers: [{name: i, image: x, envFrom: [{secretRef: {name: x}}]}]",
        "initContainers: [{name: i, image: x, env: [{name: A, valueFrom:"
            + " {configMapKeyRef: {name: x, key: k}}}]}]");
  }

  @ParameterizedTest
  @MethodSource("manifestsCanHave")
  void staticPodsCanUseWhatManifestsHaveToo(String spec) {
    String yaml = yaml(new Wrong("", spec, "", ""));
    assertThat(PodManifests.parseStatic(yaml, "test").problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("needsAnApi")
  void staticPodsCannotUseWhatNeedsAnApiServer(String spec) {
    String yaml = yaml(new Wrong("", spec, "", ""));
    assertThat(PodManifests.parse(yaml, "test").problems()).isEmpty();
    assertThat(PodManifests.parseStatic(yaml, "test").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).contains("needs an API server"));
  }
}
