package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealParts;
import java.util.Arrays;
import java.util.stream.Stream;

/** The real parts of a cluster, and the kubelets that a test is run with. */
final class ClusterParts {
  private ClusterParts() {}

  /**
   * Every test holds for the Go kubelet too, which shows that it asks for the right thing: {@code
   * -Djubelet.kubelets=GO,JUBELET}.
   */
  static Stream<KubeletKind> kubelets() {
    String wanted = System.getProperty("jubelet.kubelets", "JUBELET");
    return Arrays.stream(wanted.split(",", -1)).map(KubeletKind::valueOf);
  }

  /** With a control plane of its own, for tests that break it. */
  static RealCluster cluster() {
    return RealCluster.start(programs(), RealParts.crictl());
  }

  /** With the control plane that one test after the other uses. */
  static RealCluster sharedCluster() {
    return RealCluster.shared(programs(), RealParts.crictl());
  }

  private static KubernetesPrograms programs() {
    RealParts.requireRoot();
    return new KubernetesPrograms(RealParts.required("Kubernetes 1.36", Parts.kubernetes()));
  }
}
