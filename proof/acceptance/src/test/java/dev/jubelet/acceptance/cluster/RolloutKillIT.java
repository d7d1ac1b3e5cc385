package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.ContainerdLosses;
import dev.jubelet.acceptance.DoubleWatch;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.Sizes;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kubelet is killed again and again while a Deployment changes. */
final class RolloutKillIT {
  private static final int PODS = Sizes.of("pods", 30, 60);
  private static final int KILLS = Sizes.of("kills", 15, 50);
  private static final String TIMEOUT = "--timeout=300s";
  private static final Duration SETTLE = Duration.ofMinutes(3);

  private final long seed = Long.getLong("jubelet.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void theRolloutCompletesAndNothingIsDoubledLostOrToldBackwards(KubeletKind kind)
      throws IOException {
    System.out.println("seed " + seed + " (replay with -Djubelet.seed=" + seed + ")");
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      node.start(kind);
      Ledger before = node.parts().survey().take();
      Path marks = Files.createDirectories(node.parts().directory().resolve("marks"));
      Kubectl kubectl = cluster.kubectl();
      try (PodWatch watch = PodWatch.start(kubectl);
          DoubleWatch doubles = new DoubleWatch(node.parts().cgroupRoot())) {
        kubectl.apply(deployment(marks, 0));
        kubectl.run("rollout", "status", "deployment/shop", TIMEOUT);
        int version = storm(node, kubectl, kind, marks);
        kubectl.run("rollout", "status", "deployment/shop", TIMEOUT);
        assertThat(readyPods(kubectl, version)).isEqualTo(PODS);
        checkMarks(node, marks);
        kubectl.run("delete", "deployment", "shop", TIMEOUT);
        kubectl.run("wait", "--for=delete", "pod", "--all", TIMEOUT);
        assertThat(watch.events()).isGreaterThan(PODS * 3);
        assertThat(watch.alive()).isTrue();
        assertThat(watch.regressions()).as("seed " + seed).isEmpty();
        assertThat(doubles.looks()).isGreaterThan(10);
        assertThat(doubles.doubles()).as("seed " + seed).isEmpty();
      }
      node.parts()
          .waitForEqual(before, SETTLE, line -> !ContainerdLosses.explain(node.parts(), line));
    }
  }

  /** A new version as soon as the last is out, until all blows have fallen; the last version. */
  private int storm(ClusterNode node, Kubectl kubectl, KubeletKind kind, Path marks) {
    int version = 1;
    kubectl.apply(deployment(marks, version));
    for (int kill = 0; kill < KILLS; kill++) {
      Await.pause(Duration.ofMillis(random.nextInt(2500)));
      node.kubelet().killHard();
      node.launch(kind);
      // Half of the blows shall meet it at work, and half while it is still looking around.
      if (random.nextBoolean()) {
        node.kubelet().awaitHealthy(Duration.ofSeconds(60));
      }
      if (kubectl
          .run("rollout", "status", "deployment/shop", "--watch=false")
          .contains("successfully")) {
        version++;
        kubectl.apply(deployment(marks, version));
      }
    }
    System.out.println("versions rolled out: " + version);
    return version;
  }

  private static int readyPods(Kubectl kubectl, int version) {
    String selector = "app=shop,version=v" + version;
    return (int)
        kubectl.get("pods", "-l", selector).at("items").items().stream()
            .filter(pod -> pod.at("status", "phase").text().equals("Running"))
            .count();
  }

  /**
   * Every container began once, by the word of its own process; but for those whose start
   * containerd broke off because its client was killed.
   */
  private void checkMarks(ClusterNode node, Path marks) throws IOException {
    Set<String> givenUp = ContainerdLosses.startsGivenUp(node.parts());
    try (Stream<Path> files = Files.list(marks)) {
      for (Path file : files.toList()) {
        List<String> starts =
            Files.readAllLines(file).stream().filter(id -> !givenUp.contains(id)).toList();
        assertThat(starts).as(file.getFileName() + ", seed " + seed).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  private static String deployment(Path marks, int version) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: shop
    spec:
      replicas: %1$d
      progressDeadlineSeconds: 900
      selector:
        matchLabels: {app: shop}
      template:
        metadata:
          labels: {app: shop, version: v%2$d}
        spec:
          terminationGracePeriodSeconds: 10
          containers:
          - name: main
            image: %3$s
            command:
            - /bin/sh
            - -c
            - |
              trap 'exit 0' TERM
              read -r group < /proc/self/cgroup
              echo ${group##*/} >> /marks/$(POD_NAME)
              while :; do sleep 3600 & wait; done
            env:
            - name: POD_NAME
              valueFrom:
                fieldRef: {fieldPath: metadata.name}
            volumeMounts: [{name: marks, mountPath: /marks}]
          volumes:
          - name: marks
            hostPath: {path: %4$s, type: Directory}
    """
        .formatted(PODS, version, LocalImages.BUSYBOX, marks);
  }
}
