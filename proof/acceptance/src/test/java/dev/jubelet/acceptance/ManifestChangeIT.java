package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What happens to a pod when its manifest is edited or removed. */
@Tag("alone")
final class ManifestChangeIT {
  private static final Duration START = Duration.ofSeconds(20);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#embedded")
  void editedPodEndsBeforeItsSuccessorStarts(TestRuntime runtime) {
    try (RealNode node = RealParts.node(runtime)) {
      node.startKubelet();
      Ledger before = node.survey().take();
      MarkedPods pods = new MarkedPods(node.directory().resolve("marks"));
      node.drop("web", pods.manifest("web", 1, 1, 10));
      node.waitFor("the first runs", START, () -> pods.started("web", 1));
      for (int generation = 2; generation <= 4; generation++) {
        int expected = generation;
        node.drop("web", pods.manifest("web", generation, 1, 10));
        node.waitFor("the next runs", START, () -> pods.started("web", expected));
      }
      assertThat(pods.marks("web"))
          .containsExactly("start 1", "end 1", "start 2", "end 2", "start 3", "end 3", "start 4");
      node.remove("web");
      node.waitForEqual(before, START);
      assertThat(pods.marks("web")).last().isEqualTo("end 4");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#embedded")
  void removedPodEndsWithinItsGraceAndLeavesNothing(TestRuntime runtime) {
    try (RealNode node = RealParts.node(runtime)) {
      node.startKubelet();
      Ledger before = node.survey().take();
      MarkedPods pods = new MarkedPods(node.directory().resolve("marks"));
      node.drop("stubborn", pods.manifest("stubborn", 1, 60, 3));
      node.waitFor("it runs", START, () -> pods.started("stubborn", 1));
      long start = System.nanoTime();
      node.remove("stubborn");
      node.waitFor(
          "its container is gone", START, () -> node.crictl().runningContainers().isEmpty());
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(2500), Duration.ofSeconds(10));
      node.waitForEqual(before, START);
      assertThat(pods.marks("stubborn")).containsExactly("start 1");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#embedded")
  void terminatedKubeletLeavesPodsRunningAndTakesThemOverAgain(TestRuntime runtime) {
    try (RealNode node = RealParts.node(runtime)) {
      node.startKubelet();
      Ledger before = node.survey().take();
      MarkedPods pods = new MarkedPods(node.directory().resolve("marks"));
      node.drop("calm", pods.manifest("calm", 1));
      node.waitFor("it is Running", START, () -> node.phase("calm").equals("Running"));
      String container = node.crictl().runningContainers().getFirst().at("id").text();
      assertThat(node.kubelet().terminate()).isLessThan(Duration.ofSeconds(1));
      assertThat(node.crictl().runningContainers()).hasSize(1);
      node.startKubelet();
      node.waitFor("it is Running again", START, () -> node.phase("calm").equals("Running"));
      assertThat(node.crictl().runningContainers().getFirst().at("id").text()).isEqualTo(container);
      assertThat(pods.marks("calm")).containsExactly("start 1");
      node.remove("calm");
      node.waitForEqual(before, START);
    }
  }
}
