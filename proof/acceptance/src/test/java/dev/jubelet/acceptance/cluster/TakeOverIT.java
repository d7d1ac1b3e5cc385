package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node changes its kubelet and back, and its pods do not notice. */
final class TakeOverIT {
  private static final Duration QUIET = Duration.ofSeconds(20);
  private static final Duration SETTLE = Duration.ofMinutes(2);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void noContainerIsRestartedWhenAnotherKubeletTakesTheNodeAndGivesItBack(KubeletKind other) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.exactly());
      node.start(KubeletKind.GO);
      Ledger before = node.parts().survey().take();
      Kubectl kubectl = cluster.kubectl();
      node.parts().drop("static", Manifests.sleeper("static", "echo static"));
      kubectl.run("create", "configmap", "settings", "--from-literal=key=0");
      kubectl.run("create", "secret", "generic", "hidden", "--from-literal=key=0");
      kubectl.apply(TakeOverPods.all());
      kubectl.apply(TourPods.web());
      kubectl.apply(TourPods.deployment("shop", 10));
      kubectl.run("wait", "--for=condition=Ready", "pod", "--all", "--timeout=120s");
      awaitMirror(kubectl, "static-node-1");
      Map<String, String> containers = containers(kubectl);
      assertThat(containers).hasSizeGreaterThan(15);

      change(node, other);
      assertThat(containers(kubectl)).as("after the take-over").isEqualTo(containers);
      work(kubectl, "first");
      node.parts().drop("late", Manifests.sleeper("late", "echo late"));
      kubectl.apply(Manifests.sleeper("ours", "echo ours"));
      awaitMirror(kubectl, "late-node-1");
      kubectl.run("wait", "--for=condition=Ready", "pod", "--all", "--timeout=150s");
      containers = containers(kubectl);

      change(node, KubeletKind.GO);
      assertThat(containers(kubectl)).as("when it was given back").isEqualTo(containers);
      work(kubectl, "second");

      node.parts().remove("static");
      node.parts().remove("late");
      kubectl.run("delete", "deployment,configmap,secret", "--all", "--timeout=150s");
      kubectl.run("delete", "pod", "--all", "--timeout=120s");
      // A lock stays where it is: who removes it may take it from under somebody who waits for it.
      node.parts().waitForEqual(before, SETTLE, line -> !line.endsWith("/jubelet.lock"));
    }
  }

  private static void awaitMirror(Kubectl kubectl, String name) {
    Await.until(
        "the static pod has a mirror",
        Duration.ofSeconds(60),
        () -> kubectl.attempt("get", "pod", name).ok());
    kubectl.run("wait", "--for=condition=Ready", "pod/" + name, "--timeout=150s");
  }

  /** Gives the new one time to do something wrong. */
  private static void change(ClusterNode node, KubeletKind kind) {
    node.kubelet().terminate();
    node.start(kind);
    Await.pause(QUIET);
    node.awaitReady();
  }

  /** The pods can be used, and others come and go. */
  private static void work(Kubectl kubectl, String name) {
    assertThat(kubectl.run("exec", "web", "--", "cat", "/www/index.html")).isEqualTo("welcome\n");
    assertThat(kubectl.run("logs", "web", "-c", "side", "--tail=1")).isEqualTo("line 10\n");
    kubectl.apply(Manifests.sleeper(name, "echo new"));
    kubectl.run("wait", "--for=condition=Ready", "pod/" + name, "--timeout=150s");
    assertThat(kubectl.run("logs", name)).isEqualTo("new\n");
    kubectl.run("delete", "pod", name, "--timeout=150s");
  }

  /** Every container of every pod with its id, its restarts and its readiness. */
  private static Map<String, String> containers(Kubectl kubectl) {
    Map<String, String> found = new TreeMap<>();
    for (Document pod : kubectl.get("pods").at("items").items()) {
      for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
        for (Document status : pod.at("status", list).items()) {
          found.put(
              pod.at("metadata", "name").text() + "/" + status.at("name").text(),
              "%s restarts %s ready %s"
                  .formatted(
                      status.at("containerID").text(),
                      status.at("restartCount").text(),
                      status.at("ready").text()));
        }
      }
    }
    return found;
  }
}
