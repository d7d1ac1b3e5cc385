package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cluster of the other tests is itself trusted only after this. */
final class RealClusterIT {
  private static final Duration SETTLE = Duration.ofSeconds(90);
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final int STARTS = 3;

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aPodRunsAnswersAndGoesAndNothingIsLeft(KubeletKind kind) {
    Path control;
    Path machine;
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      control = cluster.directory();
      machine = node.parts().directory();
      node.start(kind);
      Ledger before = node.parts().survey().take();
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply(Manifests.sleeper("first", "echo hello from inside"));
      kubectl.run("wait", "--for=condition=Ready", "pod/first", "--timeout=150s");
      assertThat(kubectl.run("logs", "first")).isEqualTo("hello from inside\n");
      assertThat(kubectl.run("exec", "first", "--", "cat", "/etc/hostname")).isEqualTo("first\n");
      assertThat(kubectl.withSpdy().run("exec", "first", "--", "hostname")).isEqualTo("first\n");
      Document pod = kubectl.get("pod", "first");
      assertThat(pod.at("status", "podIP").text()).startsWith("10.90.1.");
      kubectl.run("delete", "pod", "first", "--timeout=150s");
      node.parts().waitForEqual(before, SETTLE);
      node.kubelet().terminate();
    }
    for (Path directory : new Path[] {control, machine}) {
      assertThat(directory).doesNotExist();
      assertThat(ProcessTable.mentioning(directory.toString())).isEmpty();
      assertThat(MountTable.read().beneath(directory)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void podsOfTwoNodesReachEachOther(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      cluster.addNode(TestRuntime.CONTAINERD_2.choice()).start(kind);
      cluster.addNode(TestRuntime.CONTAINERD_2.choice()).start(kind);
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply(
          Manifests.onNode(
              "server",
              "node-1",
              "mkdir /www; echo from node 1 > /www/index.html; httpd -p 8080 -h /www"));
      kubectl.apply(Manifests.onNode("client", "node-2", "true"));
      kubectl.run("wait", "--for=condition=Ready", "pod", "--all", "--timeout=150s");
      String address = kubectl.get("pod", "server").at("status", "podIP").text();
      assertThat(
              kubectl.run("exec", "client", "--", "wget", "-qO-", "http://" + address + ":8080/"))
          .isEqualTo("from node 1\n");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aNodeWithOnlyATokenGetsItsCertificateAndIsReady(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      node.launchBootstrap(kind, "rotateCertificates: true");
      node.kubelet().awaitHealthy(Duration.ofSeconds(60));
      node.awaitReady();
      assertThat(cluster.kubectl().run("get", "csr", "--no-headers"))
          .contains("kubernetes.io/kube-apiserver-client-kubelet", "Approved,Issued");
      assertThat(node.parts().directory().resolve("pki/kubelet-client-current.pem"))
          .isRegularFile();
    }
  }

  /**
   * From the launcher's exec to a Ready that a watch sees, and on to the first pod, which has been
   * waiting for the node. The best of several counts: whatever else the machine does only makes it
   * later.
   */
  @Tag("alone")
  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aWarmNodeIsReadyAndRunsItsFirstPodSoon(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      Kubectl kubectl = cluster.kubectl();
      node.start(kind);
      Duration ready = Duration.ofDays(1);
      Duration behind = Duration.ofDays(1);
      for (int round = 0; round < STARTS; round++) {
        kubectl.run("delete", "pod", "--all", "--timeout=150s");
        node.kubelet().terminate();
        kubectl.run("delete", "node", node.name());
        kubectl.apply(Manifests.onNode("waiting", node.name(), "true"));
        try (FirstSeenWatch ofNode =
                FirstSeenWatch.of(kubectl, "/api/v1/nodes", RealClusterIT::isReady);
            FirstSeenWatch ofPod = FirstSeenWatch.of(kubectl, PODS, RealClusterIT::isRunning)) {
          long begun = System.nanoTime();
          node.launch(kind);
          Duration untilReady = ofNode.since(begun, SETTLE);
          Duration untilRunning = ofPod.since(begun, SETTLE);
          ready = min(ready, untilReady);
          behind = min(behind, untilRunning.minus(untilReady));
          System.out.printf(
              "%s: ready after %d ms, first pod runs after %d ms%n",
              kind, untilReady.toMillis(), untilRunning.toMillis());
        }
      }
      if (kind == KubeletKind.JUBELET) {
        assertThat(ready).isLessThan(Duration.ofSeconds(3));
        assertThat(behind).isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static boolean isReady(Document node) {
    return node.at("status", "conditions").items().stream()
        .anyMatch(condition ->
            condition.at("type").text().equals("Ready")
                && condition.at("status").text().equals("True"));
  }

  private static boolean isRunning(Document pod) {
    return pod.at("status", "phase").text().equals("Running");
  }

  /** The faults of the proxy, as curl sees them. */
  @Test
  void everyFaultShowsAndPasses() {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      FaultProxy faults = cluster.addFaults();
      for (FaultRow row : FaultRow.all()) {
        faults.set(row.fault());
        assertThat(row.ask(cluster, faults)).as("during " + row.fault()).isEqualTo(row.seen());
        faults.set(ProxyFault.NONE);
        assertThat(row.ask(cluster, faults)).as("after " + row.fault()).isEqualTo("0 200");
      }
    }
  }
}
