package dev.jubelet.decide.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.testkit.Pods;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenFilesTest {
  private static final PayloadSources SOURCES =
      new PayloadSources(
          (pod, name) -> Optional.empty(),
          (pod, name) -> Optional.empty(),
          (pod, wanted) -> Optional.of(Blob.of("t")),
          Map.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|{}|{}|644 null",
        "{runAsUser: 7}|{}|{}|600 7",
        "{}|{runAsUser: 7}|{runAsUser: 7}|600 7",
        "{}|{runAsUser: 7}|{}|644 null",
        "{runAsUser: 7}|{runAsUser: 8}|{}|644 null",
        "{fsGroup: 5}|{}|{}|600 null",
        "{fsGroup: 5, runAsUser: 7}|{}|{}|600 7",
      })
  void fileIsForTheOneUserOfThePodAndItsGroup(String pod, String init, String main, String file) {
    Pod given =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: shop, uid: u}
            spec:
              securityContext: %s
              initContainers: [{name: i, image: i, securityContext: %s}]
              containers: [{name: a, image: i, securityContext: %s}]
            """
                .formatted(pod, init, main));
    ResolvedValue<Map<String, VolumeFile>> files =
        TokenFiles.of(given, new ServiceAccountTokenProjection("", 3607L, "token"), 0644, SOURCES);
    assertThat(files).isInstanceOf(ResolvedValue.Value.class);
    if (files instanceof ResolvedValue.Value(Map<String, VolumeFile> all)) {
      VolumeFile token = all.values().iterator().next();
      assertThat(Integer.toOctalString(token.mode()) + " " + token.owner()).isEqualTo(file);
    }
  }
}
