package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Fifty pods come and go while parts of the node are killed at random moments. */
final class KillStormIT {
  private static final int PODS = 50;
  private static final Duration SETTLE = Duration.ofMinutes(3);

  private final long seed = Long.getLong("jubelet.seed", System.nanoTime());
  private final Random random = new Random(seed);

  /** The newest generation of each pod that should run; those that should not are absent. */
  private final Map<String, Integer> wanted = new TreeMap<>();

  private final Map<String, Integer> generations = new TreeMap<>();

  @Test
  void noContainerIsRestartedOrDoubledWhenJubeletIsKilled() {
    storm(
        Sizes.of("kills", 12, 30),
        node -> {
          node.kubelet().killHard();
          node.launchKubelet();
          // Half of the blows shall meet it at work, and half while it is still looking around.
          if (random.nextBoolean()) {
            node.kubelet().awaitHealthy(Duration.ofSeconds(30));
          }
        });
  }

  @Test
  void noContainerIsRestartedOrDoubledWhenTheRuntimeIsKilled() {
    storm(
        Sizes.of("runtimeKills", 3, 5),
        node -> {
          boolean within = node.runtime().containerd().isEmpty();
          if (within) {
            // Ours dies with the node; somebody looks with crictl before the node comes back.
            node.kubelet().killHard();
            node.crictl().containers();
          }
          node.runtime().kill();
          Await.pause(Duration.ofMillis(random.nextInt(2000)));
          if (within) {
            node.launchKubelet();
          } else {
            node.runtime().start(Duration.ofSeconds(30));
          }
          Await.pause(Duration.ofSeconds(3));
        });
  }

  @FunctionalInterface
  private interface Blow {
    void strike(RealNode node);
  }

  private void storm(int blows, Blow blow) {
    System.out.println("seed " + seed + " (replay with -Djubelet.seed=" + seed + ")");
    try (RealNode node = RealParts.node(TestRuntime.CONTAINERD_2);
        DoubleWatch watch = new DoubleWatch(node.cgroupRoot())) {
      node.startKubelet();
      Ledger before = node.survey().take();
      MarkedPods pods = new MarkedPods(node.directory().resolve("marks"));
      for (int pod = 0; pod < PODS; pod++) {
        drop(node, pods, "pod-" + pod);
      }
      for (int count = 0; count < blows; count++) {
        churn(node, pods);
        Await.pause(Duration.ofMillis(random.nextInt(1500)));
        churn(node, pods);
        blow.strike(node);
      }
      node.kubelet().awaitHealthy(Duration.ofSeconds(30));
      for (int pod = 0; pod < PODS; pod++) {
        if (!wanted.containsKey("pod-" + pod)) {
          drop(node, pods, "pod-" + pod);
        }
      }
      awaitAllRunning(node, pods);
      checkMarks(node, pods);
      wanted.keySet().forEach(node::remove);
      wanted.clear();
      node.waitForEqual(before, SETTLE, line -> !ContainerdLosses.explain(node, line));
      checkMarks(node, pods);
      assertThat(watch.looks()).isGreaterThan(50);
      assertThat(watch.doubles()).as("seed " + seed).isEmpty();
    }
  }

  private void churn(RealNode node, MarkedPods pods) {
    String name = "pod-" + random.nextInt(PODS);
    if (wanted.containsKey(name) && random.nextBoolean()) {
      node.remove(name);
      wanted.remove(name);
    } else {
      drop(node, pods, name);
    }
  }

  private void drop(RealNode node, MarkedPods pods, String name) {
    int generation = generations.merge(name, 1, Integer::sum);
    wanted.put(name, generation);
    node.drop(name, pods.manifest(name, generation));
  }

  private void awaitAllRunning(RealNode node, MarkedPods pods) {
    node.waitFor(
        "every wanted pod has started",
        SETTLE,
        () ->
            wanted.entrySet().stream().allMatch(pod -> pods.started(pod.getKey(), pod.getValue())));
    node.waitFor(
        "as many containers run as are wanted",
        SETTLE,
        () -> node.crictl().runningContainers().size() == wanted.size());
    node.waitFor(
        "all are reported Running",
        SETTLE,
        () ->
            node.pods().stream()
                    .filter(pod -> pod.at("status", "phase").text().equals("Running"))
                    .count()
                == wanted.size());
  }

  /**
   * A generation starts at most once, by the word of its own process. The one exception is
   * containerd's doing: it ties a start to the connection that asked for it, and when that breaks
   * in the middle it kills what it has just begun and says in its log that the start failed.
   * Restart counts say less: such a start uses up a number even when nothing ran. For the same
   * reason not every end is written down.
   */
  private void checkMarks(RealNode node, MarkedPods pods) {
    Set<String> givenUp = ContainerdLosses.startsGivenUp(node);
    for (String name : generations.keySet()) {
      assertThat(pods.starts(name))
          .as("starts of " + name + ", seed " + seed)
          .filteredOn(start -> !givenUp.contains(start.containerId()))
          .extracting(MarkedPods.Start::generation)
          .doesNotHaveDuplicates();
    }
  }
}
