package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What controllers make of pods comes up and goes away. */
final class WorkloadsIT {
  private static final Duration SETTLE = Duration.ofMinutes(2);
  private static final String TIMEOUT = "--timeout=180s";

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void everyKindOfWorkloadComesUpAndGoesAway(KubeletKind kind) throws IOException {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.EMBEDDED.choice());
      node.start(kind);
      Ledger before = node.parts().survey().take();
      Kubectl kubectl = cluster.kubectl();
      Path disks = Files.createDirectories(node.parts().directory().resolve("disks"));
      kubectl.apply(TourPods.deployment("many", 30));
      kubectl.apply(daemonSet());
      kubectl.apply(storage(disks, node.name()));
      kubectl.apply(statefulSet());
      kubectl.apply(job());
      kubectl.apply(cronJob());
      kubectl.run("rollout", "status", "deployment/many", TIMEOUT);
      kubectl.run("rollout", "status", "daemonset/each", TIMEOUT);
      kubectl.run("rollout", "status", "statefulset/store", TIMEOUT);
      kubectl.run("wait", "--for=condition=complete", "job/work", TIMEOUT);
      checkNumbers(kubectl);
      checkThatDataStays(kubectl, disks);
      awaitCronJob(kubectl);
      kubectl.run("delete", "deployment,daemonset,statefulset,cronjob,job,pvc", "--all", TIMEOUT);
      kubectl.run("wait", "--for=delete", "pod", "--all", TIMEOUT);
      kubectl.run("delete", "pv", "--all", TIMEOUT);
      node.parts().waitForEqual(before, SETTLE);
    }
  }

  private static void checkNumbers(Kubectl kubectl) {
    assertThat(kubectl.get("pods", "-l", "app=many").at("items").items())
        .hasSize(30)
        .allSatisfy(pod -> assertThat(phase(pod)).isEqualTo("Running"));
    assertThat(kubectl.get("pods", "-l", "app=work").at("items").items())
        .hasSize(4)
        .allSatisfy(pod -> assertThat(phase(pod)).isEqualTo("Succeeded"));
    assertThat(kubectl.get("pods", "-l", "app=each").at("items").items()).hasSize(1);
  }

  /** A pod of a stateful set comes back under its name, with its volume. */
  private static void checkThatDataStays(Kubectl kubectl, Path disks) throws IOException {
    assertThat(kubectl.run("exec", "store-0", "--", "cat", "/data/starts")).isEqualTo("store-0\n");
    kubectl.run("delete", "pod", "store-0", TIMEOUT);
    kubectl.run("rollout", "status", "statefulset/store", TIMEOUT);
    Await.until(
        "the second store-0 wrote behind the first",
        Duration.ofSeconds(60),
        () ->
            kubectl
                .attempt("exec", "store-0", "--", "cat", "/data/starts")
                .out()
                .equals("store-0\nstore-0\n"));
    assertThat(List.of("a", "b").stream().map(disks::resolve).map(WorkloadsIT::starts))
        .containsExactlyInAnyOrder(List.of("store-0", "store-0"), List.of("store-1"));
  }

  private static List<String> starts(Path disk) {
    try {
      return Files.readAllLines(disk.resolve("starts"));
    } catch (IOException e) {
      return List.of(e.toString());
    }
  }

  /** Its controller makes a job at the next full minute. */
  private static void awaitCronJob(Kubectl kubectl) {
    Await.until(
        "a job of the CronJob is complete",
        Duration.ofSeconds(100),
        () ->
            kubectl.get("pods", "-l", "app=clock").at("items").items().stream()
                .anyMatch(pod -> phase(pod).equals("Succeeded")),
        () -> kubectl.attempt("get", "cronjob,job,pod", "-o", "wide").out());
  }

  private static String phase(Document pod) {
    return pod.at("status", "phase").text();
  }

  private static String daemonSet() {
    return """
    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: each
    spec:
      selector:
        matchLabels: {app: each}
      template:
        metadata:
          labels: {app: each}
        spec:
          hostNetwork: true
          terminationGracePeriodSeconds: 5
          containers:
    %s
    """
        .formatted(Manifests.container("true").indent(6));
  }

  private static String storage(Path disks, String node) throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata:
              name: local
            provisioner: kubernetes.io/no-provisioner
            volumeBindingMode: WaitForFirstConsumer
            """);
    for (String name : List.of("a", "b")) {
      Path disk = Files.createDirectories(disks.resolve(name));
      text.append(
          """
          ---
          apiVersion: v1
          kind: PersistentVolume
          metadata:
            name: disk-%1$s
          spec:
            capacity: {storage: 1Gi}
            accessModes: [ReadWriteOnce]
            persistentVolumeReclaimPolicy: Retain
            storageClassName: local
            local: {path: %2$s}
            nodeAffinity:
              required:
                nodeSelectorTerms:
                - matchExpressions:
                  - {key: kubernetes.io/hostname, operator: In, values: [%3$s]}
          """
              .formatted(name, disk, node));
    }
    return text.toString();
  }

  private static String statefulSet() {
    return """
    apiVersion: apps/v1
    kind: StatefulSet
    metadata:
      name: store
    spec:
      serviceName: store
      replicas: 2
      selector:
        matchLabels: {app: store}
      template:
        metadata:
          labels: {app: store}
        spec:
          terminationGracePeriodSeconds: 5
          containers:
    %s
            volumeMounts: [{name: data, mountPath: /data}]
      volumeClaimTemplates:
      - metadata:
          name: data
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: local
          resources: {requests: {storage: 1Gi}}
    """
        .formatted(Manifests.container("hostname >> /data/starts").indent(6).stripTrailing());
  }

  private static String job() {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: work
    spec:
      completions: 4
      parallelism: 2
      template:
        metadata:
          labels: {app: work}
        spec:
          restartPolicy: Never
          containers:
          - name: main
            image: %s
            command: [/bin/sh, -c, "echo working; sleep 1"]
    """
        .formatted(LocalImages.BUSYBOX);
  }

  private static String cronJob() {
    return """
    apiVersion: batch/v1
    kind: CronJob
    metadata:
      name: clock
    spec:
      schedule: "* * * * *"
      jobTemplate:
        spec:
          template:
            metadata:
              labels: {app: clock}
            spec:
              restartPolicy: OnFailure
              containers:
              - name: main
                image: %s
                command: [/bin/date]
    """
        .formatted(LocalImages.BUSYBOX);
  }
}
