package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerEnvironmentTest {
  private static final PodObjects OBJECTS =
      new PodObjects(
          Map.of("settings", Map.of("color", "blue", "SIZE", "big")),
          Map.of("login", Map.of("password", "s3cret")),
          Map.of(new PodObjects.EnvFile("vol", "app.env"), "MODE='fast'\nEMPTY=''\n"));

  @Test
  void letsLaterVariablesSeeEarlierOnesOnly() {
    assertThat(
            env(
                """
                - {name: LATE, value: "$(BASE)"}
                - {name: BASE, value: /srv}
                - {name: DIR, value: "$(BASE)/data"}
                - {name: RAW, value: "$$(BASE)"}
                - {name: NONE}
                """))
        .isEqualTo("LATE=$(BASE) BASE=/srv DIR=/srv/data RAW=$(BASE) NONE=");
  }

  @Test
  void letsTheLastOfTwoNamesakesWinInThePlaceOfTheFirst() {
    assertThat(
            env(
                """
                - {name: A, value: "1"}
                - {name: B, value: "$(A)"}
                - {name: A, value: "2$(A)"}
                """))
        .isEqualTo("A=21 B=1");
  }

  @Test
  void readsFieldsOfThePodAndOfContainers() {
    assertThat(
            env(
                """
                - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                - {name: L, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}
                - {name: BOTH, value: "$(NAME)/$(L)"}
                """))
        .isEqualTo("NAME=web L=1500 BOTH=web/1500");
  }

  @Test
  void refusesAFieldThatCannotBeRead() {
    assertThat(
            env(
                """
                - {name: L, valueFrom: {resourceFieldRef: {containerName: nobody, resource: limits.cpu}}}
                """))
        .isEqualTo("container nobody not found");
  }

  @Test
  void takesKeysAndWholeObjects() {
    assertThat(
            env(
                """
                - {name: C, valueFrom: {configMapKeyRef: {name: settings, key: color}}}
                - {name: P, valueFrom: {secretKeyRef: {name: login, key: password}}}
                - {name: F, valueFrom: {fileKeyRef: {volumeName: vol, path: app.env, key: MODE}}}
                - {name: O, valueFrom: {configMapKeyRef: {name: none, key: k, optional: true}}}
                - {name: K, valueFrom: {secretKeyRef: {name: login, key: none, optional: true}}}
                """))
        .isEqualTo("C=blue P=s3cret F=fast");
    Pod pod =
        pod(
            """
            - {name: PRE_password, value: "$(PRE_password)!"}
            """,
            "[{prefix: PRE_, secretRef: {name: login}}, {configMapRef: {name: none, optional: true}}]");
    assertThat(env(pod, List.of())).isEqualTo("PRE_password=s3cret!");
  }

  @ParameterizedTest
  @CsvSource({
    "'configMapKeyRef: {name: x, key: k}', configmap \"x\" not found",
    "'secretKeyRef: {name: x, key: k}', secret \"x\" not found",
    "'configMapKeyRef: {name: settings, key: k}', couldn't find key k in ConfigMap shop/settings",
    "'secretKeyRef: {name: login, key: k}', couldn't find key k in Secret shop/login",
    "'fileKeyRef: {volumeName: vol, path: no.env, key: k}', couldn't parse env file",
    "'fileKeyRef: {volumeName: vol, path: app.env, key: k}',"
        + " environment variable key \"k\" not found in file \"app.env\"",
  })
  void refusesWhatIsNotThereAndNotOptional(String ref, String why) {
    assertThat(env("- {name: X, valueFrom: {" + ref + "}}")).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource({"configMapRef, configmap", "secretRef, secret"})
  void refusesWholeObjectsThatAreNotThere(String ref, String kind) {
    assertThat(env(pod("[]", "[{" + ref + ": {name: x}}]"), List.of()))
        .isEqualTo(kind + " \"x\" not found");
  }

  @Test
  void addsServiceLinksThatNobodyHasOverridden() {
    List<EnvEntry> links =
        List.of(
            new EnvEntry("KUBERNETES_SERVICE_HOST", "10.96.0.1"),
            new EnvEntry("KUBERNETES_SERVICE_PORT", "443"));
    Pod pod =
        pod(
            """
            - {name: KUBERNETES_SERVICE_PORT, value: "6443"}
            - {name: URL, value: "$(KUBERNETES_SERVICE_HOST):$(KUBERNETES_SERVICE_PORT)"}
            """,
            "[]");
    assertThat(env(pod, links))
        .isEqualTo(
            "KUBERNETES_SERVICE_PORT=6443 URL=10.96.0.1:6443 KUBERNETES_SERVICE_HOST=10.96.0.1");
  }

  @Test
  void hidesSecretsInTheTextOfObjects() {
    assertThat(OBJECTS.toString()).contains("login").doesNotContain("s3cret");
  }

  private static String env(String entries) {
    return env(pod(entries, "[]"), List.of());
  }

  private static String env(Pod pod, List<EnvEntry> links) {
    EnvironmentInputs inputs =
        new EnvironmentInputs(
            List.of("fd00::7", "10.0.0.7", "10.0.0.8"),
            List.of("192.0.2.10", "2001:db8::10"),
            Nodes.facts().allocatable(),
            OBJECTS,
            links);
    return switch (ContainerEnvironment.of(pod, pod.spec().containers().getFirst(), inputs)) {
      case ResolvedValue.Value(List<EnvEntry> entries) ->
          entries.stream().map(e -> e.key() + "=" + e.value()).collect(Collectors.joining(" "));
      case ResolvedValue.Refused(String why) -> why;
    };
  }

  private static Pod pod(String env, String envFrom) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: web
          namespace: shop
          uid: u-1
          labels: {tier: x, app: front}
          annotations: {Example.org/Note: hi}
        spec:
          nodeName: node-1
          serviceAccountName: robot
          volumes: [{name: vol, emptyDir: {}}]
          containers:
            - name: main
              image: busybox
              resources:
                requests: {cpu: 250m, memory: 64Mi, hugepages-2Mi: 4Mi}
                limits: {cpu: 1500m, hugepages-2Mi: 4Mi}
              envFrom: %s
              env:
        %s
            - name: other
              image: busybox
              resources: {limits: {cpu: 2500m}}
        """
            .formatted(envFrom, env.strip().indent(8)));
  }
}
