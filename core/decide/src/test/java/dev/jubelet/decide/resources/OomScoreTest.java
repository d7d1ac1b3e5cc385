package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import org.junit.jupiter.api.Test;

class OomScoreTest {
  @Test
  void survivesANodeThatDoesNotKnowItsMemory() {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, namespace: default, uid: u-1}
            spec:
              containers:
                - {name: main, image: busybox, resources: {requests: {memory: 1Gi}}}
            """);
    assertThat(OomScore.of(pod, pod.spec().containers().getFirst(), 0)).isEqualTo(999);
  }
}
