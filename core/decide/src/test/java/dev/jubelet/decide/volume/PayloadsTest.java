package dev.jubelet.decide.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PayloadsTest {
  private static final PayloadSources SOURCES =
      new PayloadSources(
          (pod, name) -> name.equals("app") ? Optional.of(app()) : Optional.empty(),
          (pod, name) -> name.equals("key") ? Optional.of(key()) : Optional.empty(),
          (pod, wanted) ->
              wanted.audience().equals("nobody")
                  ? Optional.empty()
                  : Optional.of(Blob.of("token-of-" + pod.metadata().name())),
          Map.of("cpu", Quantity.parse("4"), "memory", Quantity.parse("8Gi")));

  private static ConfigMap app() {
    Map<String, String> data = new LinkedHashMap<>();
    data.put("a", "1");
    data.put("b", "2");
    return new ConfigMap(meta("app"), data, Map.of("bin", Blob.of(new byte[] {'x'})), null);
  }

  private static Secret key() {
    return new Secret(
        meta("key"), "Opaque", Map.of("tls", Blob.of("old")), Map.of("tls", "new"), null);
  }

  private static ObjectMeta meta(String name) {
    return new ObjectMeta(
        name, "", "shop", "", "", 0, null, null, null, Map.of(), Map.of(), List.of(), List.of());
  }

  private static Pod pod(String source) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1, labels: {b: "2", a: x}}
        spec:
          initContainers:
          - {name: first, image: i}
          containers:
          - {name: main, image: i, resources: {limits: {memory: 64Mi}, requests: {cpu: 250m}}}
          volumes:
          - {name: v, %s}
        """
            .formatted(source));
  }

  private static String told(String source) {
    Pod pod = pod(source);
    return switch (Payloads.of(pod, pod.spec().volumes().getFirst(), SOURCES)) {
      case ResolvedValue.Value(VolumePayload payload) ->
          payload.files().entrySet().stream()
              .map(file ->
                  file.getKey()
                      + "="
                      + file.getValue().content().text()
                      + ":"
                      + Integer.toOctalString(file.getValue().mode()))
              .collect(Collectors.joining(" "));
      case ResolvedValue.Refused(String why) -> "! " + why;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "configMap: {name: app}|a=1:644 b=2:644 bin=x:644",
        "configMap: {name: app, defaultMode: 256}|a=1:400 b=2:400 bin=x:400",
        "configMap: {name: app, items: [{key: a, path: x/y}]}|x/y=1:644",
        "configMap: {name: app, items: [{key: a, path: x, mode: 384}, {key: b, path: z}]}"
            + "|x=1:600 z=2:644",
        "configMap: {name: app, items: [{key: c, path: x}]}"
            + "|! configmap references non-existent config key: c",
        "configMap: {name: app, optional: true, items: [{key: c, path: x}, {key: a, path: w}]}"
            + "|w=1:644",
        "configMap: {name: gone}|! configmap \"gone\" not found",
        "configMap: {name: gone, optional: true}|''",
        "secret: {secretName: key}|tls=new:644",
        "secret: {secretName: key, defaultMode: 256}|tls=new:400",
        "secret: {secretName: gone}|! secret \"gone\" not found",
        "secret: {secretName: gone, optional: true}|''",
        "secret: {secretName: key, items: [{key: c, path: x}]}"
            + "|! references non-existent secret key: c",
        "configMap: {name: app, items: [{key: a, path: x}, {key: b, path: x/y}]}"
            + "|! conflicting paths: \"x\" and \"x/y\"",
      })
  void objectsBecomeFiles(String source, String files) {
    assertThat(told(source)).isEqualTo(files);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{path: f, fieldRef: {fieldPath: metadata.name}}|f=web:644",
        "{path: f, fieldRef: {fieldPath: metadata.namespace}}|f=shop:644",
        "{path: f, fieldRef: {fieldPath: metadata.uid}}|f=u-1:644",
        "{path: f, mode: 256, fieldRef: {fieldPath: \"metadata.labels['b']\"}}|f=2:400",
        "{path: d/f, fieldRef: {fieldPath: metadata.labels}}|d/f=a=\"x\"~b=\"2\":644",
        "{path: f, resourceFieldRef: {containerName: main, resource: limits.memory}}"
            + "|f=67108864:644",
        "{path: f, resourceFieldRef: {containerName: main, resource: limits.memory, divisor: 1Mi}}"
            + "|f=64:644",
        "{path: f, resourceFieldRef: {containerName: main, resource: limits.cpu}}|f=4:644",
        "{path: f, resourceFieldRef: {containerName: main, resource: requests.cpu, divisor: 1m}}"
            + "|f=250:644",
        "{path: f, resourceFieldRef: {containerName: first, resource: limits.cpu}}|f=4:644",
        "{path: f, resourceFieldRef: {containerName: who, resource: limits.cpu}}"
            + "|! container who not found",
      })
  void thePodTellsOfItself(String item, String files) {
    assertThat(told("downwardAPI: {items: [" + item + "]}").replace('\n', '~')).isEqualTo(files);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{configMap: {name: app}}, {secret: {name: key}}]|a=1:440 b=2:440 bin=x:440 tls=new:440",
        "[{configMap: {name: app, items: [{key: a, path: tls}]}}, {secret: {name: key}}]"
            + "|tls=new:440",
        "[{configMap: {name: app, items: [{key: a, path: x}]}},"
            + " {secret: {name: key, items: [{key: tls, path: x}]}}]"
            + "|! conflicting duplicate paths: x",
        "[{configMap: {name: gone}}, {secret: {name: gone}}]"
            + "|! [configmap \"gone\" not found, secret \"gone\" not found]",
        "[{configMap: {name: gone, optional: true}}, {secret: {name: key}}]|tls=new:440",
        "[{downwardAPI: {items: [{path: m, fieldRef: {fieldPath: metadata.name}}]}},"
            + " {configMap: {name: app, items: [{key: a, path: d/a, mode: 384}]}}]"
            + "|d/a=1:600 m=web:440",
        "[{serviceAccountToken: {path: token, audience: x}}, {configMap: {name: app, items:"
            + " [{key: a, path: ca.crt}]}}]|ca.crt=1:440 token=token-of-web:440",
        "[{serviceAccountToken: {path: x}}, {configMap: {name: app, items: [{key: a, path: x}]}}]"
            + "|! conflicting duplicate paths: x",
        "[{clusterTrustBundle: {path: x, name: b}}]"
            + "|! a projection of clusterTrustBundle is not supported by this node",
        "[{podCertificate: {keyType: ED25519}}]"
            + "|! a projection of podCertificate is not supported by this node",
        "[{serviceAccountToken: {path: token, audience: nobody}}]"
            + "|! a projection of serviceAccountToken needs an API server,"
            + " which this node does not have",
      })
  void sourcesAreMerged(String sources, String files) {
    assertThat(told("projected: {defaultMode: 288, sources: " + sources + "}")).isEqualTo(files);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "/a", "../a", "a/../b", "..a", "./..a", "a/..", "a\0b"})
  void pathsThatLeadElsewhereAreRefused(String path) {
    assertThat(PayloadPaths.problem(path)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"a,a", "a//b,a/b", "./a,a", "a/..b,a/..b", "a/./b,a/b", "a/b/,a/b", ".a,.a"})
  void otherPathsAreMadeClean(String path, String clean) {
    assertThat(PayloadPaths.problem(path)).isEmpty();
    assertThat(PayloadPaths.clean(path)).isEqualTo(clean);
  }

  @Test
  void pathsThatAreTooLongAreRefused() {
    assertThat(PayloadPaths.problem("n".repeat(256))).get().asString().contains("255");
    assertThat(PayloadPaths.problem("n/".repeat(2048) + "n")).get().asString().contains("4096");
    assertThat(PayloadPaths.problem("n".repeat(255))).isEmpty();
  }

  @Test
  void contentIsNeverInTheText() {
    assertThat(new VolumeFile(Blob.of("hidden"), 0600).toString()).doesNotContain("hidden");
  }
}
