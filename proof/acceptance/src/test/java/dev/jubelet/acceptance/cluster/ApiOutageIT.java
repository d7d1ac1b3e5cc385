package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Eventually;
import dev.jubelet.acceptance.MarkedPods;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.app.sandboxed.ProcessTable;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The API server goes away in every way that it can, and comes back. */
final class ApiOutageIT {
  private static final int KEPT = 10;
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("jubelet.outage", 25));
  private static final Duration DEATH =
      Duration.ofSeconds(Integer.getInteger("jubelet.death", 120));
  private static final Duration LOCAL = Duration.ofSeconds(60);

  /** How long after the return everything has to be told rightly. */
  private static Duration limit(KubeletKind kind) {
    return switch (kind) {
      // It waits up to half a minute between attempts, and longer for a silent connection.
      case GO -> Duration.ofSeconds(90);
      case JUBELET -> Duration.ofSeconds(10);
    };
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void podsGoOnThroughEveryKindOfOutage(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      node.reach(cluster.faults().server());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      MarkedPods marks = new MarkedPods(node.parts().directory().resolve("marks"));
      begin(kubectl, marks);
      try (PodWatch watch = PodWatch.start(kubectl)) {
        for (Fault fault : EnumSet.complementOf(EnumSet.of(Fault.NONE))) {
          outage(cluster, node, marks, fault, kind);
        }
        checkKept(kubectl, marks);
        assertThat(watch.alive()).isTrue();
        assertThat(watch.regressions()).isEmpty();
      }
    }
  }

  private static void outage(
      RealCluster cluster, ClusterNode node, MarkedPods marks, Fault fault, KubeletKind kind) {
    Kubectl kubectl = cluster.kubectl();
    String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
    kubectl.apply(marks.manifest("gone-" + name, 1));
    kubectl.run("wait", "--for=condition=Ready", "pod/gone-" + name, "--timeout=60s");
    long begun = System.nanoTime();
    cluster.faults().set(fault);
    // The others still reach the API server, and go on asking for things.
    kubectl.run("delete", "pod", "gone-" + name, "--wait=false");
    kubectl.apply(bound(marks.manifest("new-" + name, 1), node.name()));
    changeStaticPods(node, marks, "static-" + name);
    Eventually.pause(OUTAGE.minusNanos(System.nanoTime() - begun));
    checkKept(kubectl, marks);
    cluster.faults().set(Fault.NONE);
    long back = System.nanoTime();
    Eventually.until(
        "everything is told rightly after " + fault,
        limit(kind),
        () ->
            isRight(node, kubectl, List.of("new-" + name, "static-" + name + "-" + node.name()))
                && !kubectl.attempt("get", "pod", "gone-" + name).ok(),
        () ->
            kubectl.attempt("get", "pods,nodes", "-o", "wide").out()
                + node.kubelet().lastLines(40));
    System.out.printf(
        "%s: %s: right after %d ms%n", kind, fault, (System.nanoTime() - back) / 1_000_000);
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void podsGoOnWhileTheApiServerIsDeadAndTheKubeletIsKilledToo(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      MarkedPods marks = new MarkedPods(node.parts().directory().resolve("marks"));
      begin(kubectl, marks);
      kubectl.apply(marks.manifest("victim", 1));
      kubectl.apply(TourPods.deployment("shop", 5));
      kubectl.run("rollout", "status", "deployment/shop", "--timeout=60s");
      kubectl.run("wait", "--for=condition=Ready", "pod/victim", "--timeout=60s");
      kubectl.run("scale", "deployment/shop", "--replicas=15");
      cluster.controlPlane().apiServer().killHard();
      long begun = System.nanoTime();
      changeStaticPods(node, marks, "static-one");
      node.kubelet().killHard();
      node.launch(kind).awaitHealthy(Duration.ofSeconds(60));
      changeStaticPods(node, marks, "static-two");
      if (kind == KubeletKind.JUBELET) {
        checkThatAnEndedContainerIsRestarted(node, marks);
      }
      Eventually.pause(DEATH.minusNanos(System.nanoTime() - begun));
      cluster.controlPlane().startApiServer();
      Eventually.until(
          "everything is told rightly",
          limit(kind),
          () -> isRight(node, kubectl, List.of("static-one-node-1", "static-two-node-1")),
          () -> kubectl.attempt("get", "pods,nodes", "-o", "wide").out());
      kubectl.run("rollout", "status", "deployment/shop", "--timeout=120s");
      checkKept(kubectl, marks);
    }
  }

  /** A kubelet that remembers its pods keeps them running, whoever is away. */
  private static void checkThatAnEndedContainerIsRestarted(ClusterNode node, MarkedPods marks) {
    ProcessTable.mentioning("/marks/victim").stream()
        .filter(process -> process.commandLine().startsWith("/bin/sh"))
        .forEach(process -> ProcessTable.kill(process.pid()));
    node.parts()
        .waitFor("the ended container runs again", LOCAL, () -> marks.starts("victim").size() == 2);
  }

  private static void begin(Kubectl kubectl, MarkedPods marks) {
    for (int i = 0; i < KEPT; i++) {
      kubectl.apply(marks.manifest("kept-" + i, 1));
    }
    kubectl.run("wait", "--for=condition=Ready", "pod", "--all", "--timeout=90s");
  }

  /** Adds one, changes it, and removes another. */
  private static void changeStaticPods(ClusterNode node, MarkedPods marks, String name) {
    String passing = name + "-passing";
    node.parts().drop(passing, marks.manifest(passing, 1));
    node.parts().drop(name, marks.manifest(name, 1));
    node.parts()
        .waitFor(
            "static pods are added",
            LOCAL,
            () -> marks.started(name, 1) && marks.started(passing, 1));
    node.parts().drop(name, marks.manifest(name, 2));
    node.parts().remove(passing);
    node.parts()
        .waitFor(
            "static pods are changed and removed",
            LOCAL,
            () -> marks.started(name, 2) && marks.marks(passing).contains("end 1"));
  }

  /** The names of the pods that the API shows as running and ready. */
  private static Set<String> ready(Kubectl kubectl) {
    Set<String> names = new TreeSet<>();
    for (Document pod : kubectl.get("pods").at("items").items()) {
      boolean ready =
          pod.at("status", "conditions").items().stream()
              .anyMatch(condition ->
                  condition.at("type").text().equals("Ready")
                      && condition.at("status").text().equals("True"));
      if (ready && pod.at("status", "phase").text().equals("Running")) {
        names.add(pod.at("metadata", "name").text());
      }
    }
    return names;
  }

  /** All kept pods and these others are ready, and the node is. */
  private static boolean isRight(ClusterNode node, Kubectl kubectl, List<String> others) {
    Set<String> ready = ready(kubectl);
    return ready.containsAll(others)
        && IntStream.range(0, KEPT).allMatch(i -> ready.contains("kept-" + i))
        && node.readiness().equals("True");
  }

  /** None was restarted, by the word of its own process. */
  private static void checkKept(Kubectl kubectl, MarkedPods marks) {
    for (int i = 0; i < KEPT; i++) {
      String name = "kept-" + i;
      assertThat(marks.marks(name)).as(name).isEqualTo(List.of("start 1"));
      assertThat(kubectl.get("pod", name).at("status", "containerStatuses").items())
          .allSatisfy(status -> assertThat(status.at("restartCount").number()).isZero());
    }
  }

  /** Past the scheduler, which gives no pod to a node that is away. */
  private static String bound(String manifest, String node) {
    return manifest.replace("\nspec:\n", "\nspec:\n  nodeName: " + node + "\n");
  }
}
