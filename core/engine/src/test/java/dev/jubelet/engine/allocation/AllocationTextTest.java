package dev.jubelet.engine.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTextTest {
  private static Pod pod(String uid, String cpu) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: %s}
        spec:
          resources: {limits: {cpu: 4}}
          initContainers:
          - {name: i, image: i}
          containers:
          - name: a
            image: i
            resources:
              requests: {cpu: %s, memory: 1.5Gi}
              limits: {memory: 2e9, example.com/thing: 2}
        """
            .formatted(uid, cpu));
  }

  @Test
  void readsWhatItWrote() {
    Map<PodUid, Allocated> pods = new LinkedHashMap<>();
    pods.put(new PodUid("u1"), new Allocated(PodAllocation.of(pod("u1", "100m")), null));
    pods.put(
        new PodUid("u2"),
        new Allocated(
            PodAllocation.of(pod("u2", "200m")),
            new ResizeState.Underway(
                PodAllocation.of(pod("u2", "1")),
                Instant.parse("2026-01-01T00:00:01Z"),
                9,
                false,
                false)));
    pods.put(
        new PodUid("u3"),
        new Allocated(
            PodAllocation.of(pod("u3", "200m")),
            new ResizeState.Underway(
                PodAllocation.of(pod("u3", "1")),
                Instant.parse("2026-01-01T00:00:01Z"),
                9,
                false,
                true)));
    pods.put(
        new PodUid("u4"),
        new Allocated(
            PodAllocation.of(pod("u4", "200m")),
            new ResizeState.Underway(
                PodAllocation.of(pod("u4", "1")),
                Instant.parse("2026-01-01T00:00:01Z"),
                9,
                false,
                false)));

    String text = AllocationText.write(pods);

    assertThat(AllocationText.read(text)).isEqualTo(pods);
    assertThat(AllocationText.write(AllocationText.read(text))).isEqualTo(text);
  }

  @Test
  void nobodyHasNothing() {
    assertThat(AllocationText.read(AllocationText.write(Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "now a requests cpu=1 limits\n",
        "pod\n",
        "pod u\nnow a requests cpu limits\n",
        "pod u\nnow a requests cpu=one limits\n",
        "pod u\nsince yesterday 1\n",
        "pod u\nsince 2026-01-01T00:00:01Z\n",
        "pod u\nsince 2026-01-01T00:00:01Z x\n",
        "pod u\nlater a requests limits\n",
        "pod u\n\n",
      })
  void saysWhatMakesNoSense(String text) {
    assertThatThrownBy(() -> AllocationText.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageFindingMatch("line \\d+ makes no sense|before the first");
  }
}
