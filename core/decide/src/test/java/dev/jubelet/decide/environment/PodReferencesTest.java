package dev.jubelet.decide.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodReferencesTest {
  private static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: p, namespace: shop, uid: u}
          spec:
            runtimeClassName: fast
            imagePullSecrets: [{name: puller}]
            volumes:
            - {name: map, configMap: {name: m}}
            - {name: secret, secret: {secretName: s}}
            - name: mixed
              projected: {sources: [{configMap: {name: pm}}, {secret: {name: ps}}]}
            - name: identity
              projected: {sources: [{serviceAccountToken: {path: token}}]}
            - {name: own, ephemeral: {volumeClaimTemplate: {spec: {}}}}
            - {name: claim, persistentVolumeClaim: {claimName: c}}
            - {name: scratch, emptyDir: {}}
            initContainers:
            - {name: init, image: i, envFrom: [{configMapRef: {name: m}}, {secretRef: {name: s}}]}
            containers:
            - name: main
              image: i
              env:
              - {name: A, valueFrom: {configMapKeyRef: {name: keyed, key: k}}}
              - {name: B, valueFrom: {secretKeyRef: {name: keyed, key: k}}}
              - {name: C, value: plain}
          """);

  @ParameterizedTest
  @CsvSource({
    "ConfigMap, shop, m, init map",
    "Secret, shop, s, init secret",
    "ConfigMap, shop, pm, mixed",
    "Secret, shop, ps, mixed",
    "ConfigMap, shop, keyed, main",
    "Secret, shop, keyed, main",
    "PersistentVolumeClaim, shop, c, claim",
    "PersistentVolumeClaim, shop, p-own, own",
    "PersistentVolume, '', any, own claim",
    "ServiceAccountToken, shop, p, identity",
    "ServiceAccountToken, shop, q, ''",
    "ServiceList, '', '', init main",
    "RuntimeClass, '', fast, sandbox",
    "RuntimeClass, '', slow, ''",
    "Secret, shop, puller, images",
    "ConfigMap, other, m, ''",
    "Secret, shop, m, ''",
    "Service, shop, m, ''",
  })
  void findsWhoDependsOnAnObject(String kind, String namespace, String name, String parts) {
    ObjectReference object = new ObjectReference(kind, namespace, name);
    StringBuilder found = new StringBuilder();
    PodReferences.containers(POD, object).forEach(c -> found.append(c.name()).append(' '));
    PodReferences.volumes(POD, object).forEach(v -> found.append(v.name()).append(' '));
    found.append(PodReferences.pullsWith(POD, object) ? "images" : "");
    found.append(PodReferences.runsBy(POD, object) ? "sandbox" : "");
    assertThat(found.toString().strip()).isEqualTo(parts);
    assertThat(PodReferences.refersTo(POD, object)).isEqualTo(!parts.isEmpty());
  }
}
