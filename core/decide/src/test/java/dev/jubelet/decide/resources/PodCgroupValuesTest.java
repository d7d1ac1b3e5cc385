package dev.jubelet.decide.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.testkit.Pods;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodCgroupValuesTest {
  private static final Pod POD =
      Pods.fromYaml(
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: web, namespace: default, uid: u-1}
          spec:
            containers:
              - name: main
                image: busybox
                resources:
                  requests: {cpu: 500m, memory: 64Mi}
                  limits: {cpu: "1", memory: 64Mi}
          """);

  @Test
  void limitsQuotaMemoryAndPids() {
    assertThat(PodCgroupValues.of(POD, Nodes.pidsLimit(1024)))
        .isEqualTo(
            new PodCgroup(
                new PodUid("u-1"),
                QosClass.BURSTABLE,
                512,
                100_000L,
                100_000,
                64L << 20,
                1024L,
                Map.of()));
  }

  @Test
  void limitsNoPidsUnlessTheNodeSaysSo() {
    assertThat(PodCgroupValues.of(POD, Nodes.plain()).pidsMax()).isNull();
  }

  @Test
  void hasNoQuotaWhereTheNodeDoesNotEnforceIt() {
    assertThat(PodCgroupValues.of(POD, Nodes.quota(false, 100)).cpuQuotaMicros()).isNull();
  }

  @Test
  void scalesTheQuotaWithThePeriod() {
    PodCgroup cgroup = PodCgroupValues.of(POD, Nodes.quota(true, 10));
    assertThat(cgroup.cpuPeriodMicros()).isEqualTo(10_000);
    assertThat(cgroup.cpuQuotaMicros()).isEqualTo(10_000L);
  }
}
