package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.TestRuntime;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person does with kubectl on any node, call by call. */
final class KubectlTourIT {
  private static final int CALLS_MIN = 60;
  private static final Duration SETTLE = Duration.ofMinutes(2);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void everyCallDoesWhatItDoesOnAnyNode(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.EMBEDDED.choice());
      node.start(kind);
      Ledger before = node.parts().survey().take();
      KubectlScript script = new KubectlScript(cluster.kubectl());
      begin(cluster.kubectl());
      new LookingTour(script, node.name(), node.parts().runtime().idScheme()).run();
      LogTour logs = new LogTour(script, node);
      logs.run();
      if (kind == KubeletKind.JUBELET) {
        logs.rotated();
      }
      new ExecTour(script).run();
      new StreamTour(script, cluster).run();
      new RolloutTour(script, node.name()).run();
      script.does("delete", "pods", "--all", "--timeout=150s");
      script.requireNoProblems();
      assertThat(script.calls()).isGreaterThanOrEqualTo(CALLS_MIN);
      node.parts().waitForEqual(before, SETTLE);
    }
  }

  private static void begin(Kubectl kubectl) {
    for (String manifest :
        new String[] {TourPods.web(), TourPods.crash(), TourPods.parrot(), TourPods.counter()}) {
      kubectl.apply(manifest);
    }
    kubectl.run("wait", "--for=condition=Ready", "pod/web", "pod/parrot", "--timeout=150s");
  }
}
