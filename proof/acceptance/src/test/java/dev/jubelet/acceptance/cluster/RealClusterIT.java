package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.app.sandboxed.MountTable;
import dev.jubelet.app.sandboxed.ProcessTable;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cluster of the other tests is itself trusted only after this. */
final class RealClusterIT {
  private static final Duration SETTLE = Duration.ofSeconds(90);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aPodRunsAnswersAndGoesAndNothingIsLeft(KubeletKind kind) {
    Path control;
    Path machine;
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      control = cluster.directory();
      machine = node.parts().directory();
      node.start(kind);
      Ledger before = node.parts().survey().take();
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply(Manifests.sleeper("first", "echo hello from inside"));
      kubectl.run("wait", "--for=condition=Ready", "pod/first", "--timeout=60s");
      assertThat(kubectl.run("logs", "first")).isEqualTo("hello from inside\n");
      assertThat(kubectl.run("exec", "first", "--", "cat", "/etc/hostname")).isEqualTo("first\n");
      assertThat(kubectl.withSpdy().run("exec", "first", "--", "hostname")).isEqualTo("first\n");
      Document pod = kubectl.get("pod", "first");
      assertThat(pod.at("status", "podIP").text()).startsWith("10.90.1.");
      kubectl.run("delete", "pod", "first", "--timeout=60s");
      node.parts().waitForEqual(before, SETTLE);
      node.kubelet().terminate();
    }
    for (Path directory : new Path[] {control, machine}) {
      assertThat(directory).doesNotExist();
      assertThat(ProcessTable.mentioning(directory.toString())).isEmpty();
      assertThat(MountTable.now().beneath(directory)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void podsOfTwoNodesReachEachOther(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      cluster.addNode(RealParts.currentContainerd()).start(kind);
      cluster.addNode(RealParts.currentContainerd()).start(kind);
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply(
          Manifests.onNode(
              "server",
              "node-1",
              "mkdir /www; echo from node 1 > /www/index.html; httpd -p 8080 -h /www"));
      kubectl.apply(Manifests.onNode("client", "node-2", "true"));
      kubectl.run("wait", "--for=condition=Ready", "pod", "--all", "--timeout=60s");
      String address = kubectl.get("pod", "server").at("status", "podIP").text();
      assertThat(
              kubectl.run("exec", "client", "--", "wget", "-qO-", "http://" + address + ":8080/"))
          .isEqualTo("from node 1\n");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aNodeWithOnlyATokenGetsItsCertificateAndIsReady(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      node.launchBootstrap(kind, "rotateCertificates: true");
      node.kubelet().awaitHealthy(Duration.ofSeconds(60));
      node.awaitReady();
      assertThat(cluster.kubectl().run("get", "csr", "--no-headers"))
          .contains("kubernetes.io/kube-apiserver-client-kubelet", "Approved,Issued");
      assertThat(node.parts().directory().resolve("pki/kubelet-client-current.pem"))
          .isRegularFile();
    }
  }

  /** The faults of the proxy, as curl sees them. */
  @Test
  void everyFaultShowsAndPasses() {
    try (RealCluster cluster = ClusterParts.cluster()) {
      FaultProxy faults = cluster.addFaults();
      for (FaultRow row : FaultRow.all()) {
        faults.set(row.fault());
        assertThat(row.ask(cluster, faults)).as("during " + row.fault()).isEqualTo(row.seen());
        faults.set(Fault.NONE);
        assertThat(row.ask(cluster, faults)).as("after " + row.fault()).isEqualTo("0 200");
      }
    }
  }
}
