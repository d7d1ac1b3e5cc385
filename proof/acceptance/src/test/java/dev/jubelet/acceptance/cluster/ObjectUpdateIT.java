package dev.jubelet.acceptance.cluster;

import static dev.jubelet.acceptance.cluster.ReaderPod.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changed objects reach the files of running containers. */
@Tag("alone")
final class ObjectUpdateIT {
  private static final int ROUNDS = 5;

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aChangeIsInTheContainerInTime(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.EMBEDDED.choice());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      Path inside = ReaderPod.begin(node, kubectl);
      assertThat(read(inside.resolve("config/key"))).isEqualTo("0");
      assertThat(read(inside.resolve("secret/key"))).isEqualTo("0");
      assertThat(inside.resolve("config/later")).doesNotExist();
      int rounds = kind == KubeletKind.JUBELET ? ROUNDS : 1;
      for (int round = 1; round <= rounds; round++) {
        String value = Integer.toString(round);
        kubectl.run(
            "patch", "configmap", "settings", "-p", "{\"data\":{\"key\":\"" + value + "\"}}");
        kubectl.run(
            "patch", "secret", "hidden", "-p", "{\"stringData\":{\"key\":\"" + value + "\"}}");
        await(kind, inside.resolve("secret/key"), value);
        await(kind, inside.resolve("config/key"), value);
      }
      kubectl.run("create", "configmap", "optional", "--from-literal=later=here");
      await(kind, inside.resolve("optional/later"), "here");
      assertThat(
              kubectl
                  .get("pod", "reader")
                  .at("status", "containerStatuses")
                  .items()
                  .getFirst()
                  .at("restartCount")
                  .number())
          .isZero();
    }
  }

  private static void await(KubeletKind kind, Path file, String value) {
    Duration limit =
        switch (kind) {
          // Its files follow with the next regular look at the pod.
          case GO -> Duration.ofMinutes(2);
          case JUBELET -> Duration.ofSeconds(1);
        };
    long begun = System.nanoTime();
    Await.until(
        file + " has " + value,
        limit,
        () -> Files.exists(file) && read(file).equals(value),
        () -> Files.exists(file) ? read(file) : "absent");
    System.out.printf("%s: %s after %d ms%n", kind, file, (System.nanoTime() - begun) / 1_000_000);
  }
}
