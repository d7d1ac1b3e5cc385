package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Sizes;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The API server goes away in every way that it can, and comes back. */
final class ApiOutageIT {
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("jubelet.outage", 20));
  private static final Duration DEATH = Duration.ofSeconds(Sizes.of("death", 45, 120));
  private static final Duration LOCAL = Duration.ofSeconds(60);
  private static final String SECRET_WORD = "f4f1c0de-never-on-disk";

  /** Kinds of outage that are met at the same time, each by a node of its own. */
  private static final List<List<ProxyFault>> ROUNDS =
      List.of(
          List.of(ProxyFault.RESET, ProxyFault.DROP),
          List.of(ProxyFault.TLS_ERROR, ProxyFault.ONE_BYTE_PER_SECOND),
          List.of(ProxyFault.SERVER_ERROR, ProxyFault.HALF_OPEN),
          List.of(ProxyFault.TOO_MANY));

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
      List<OutageNode> nodes = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
        FaultProxy way = cluster.addFaults();
        node.reach(way.server());
        node.launch(kind);
        nodes.add(new OutageNode(node, way, cluster.kubectl()));
      }
      nodes.forEach(each -> each.node().awaitReady());
      nodes.forEach(OutageNode::begin);
      nodes.forEach(OutageNode::awaitKept);
      try (PodWatch watch = PodWatch.start(cluster.kubectl())) {
        for (List<ProxyFault> faults : ROUNDS) {
          outages(cluster, nodes.subList(0, faults.size()), faults, kind);
        }
        nodes.forEach(OutageNode::checkKept);
        assertThat(watch.alive()).isTrue();
        assertThat(watch.regressions()).isEmpty();
      }
    }
  }

  private static void outages(
      RealCluster cluster, List<OutageNode> nodes, List<ProxyFault> faults, KubeletKind kind) {
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).prepare(faults.get(i));
    }
    long begun = System.nanoTime();
    nodes.forEach(OutageNode::begins);
    // The others still reach the API server, and go on asking for things.
    nodes.forEach(OutageNode::askForThings);
    nodes.forEach(OutageNode::changeStaticPods);
    Await.pause(OUTAGE.minusNanos(System.nanoTime() - begun));
    nodes.forEach(OutageNode::checkKept);
    Duration lasted = Duration.ofNanos(System.nanoTime() - begun);
    Instant back = Instant.now();
    List<Integer> came = nodes.stream().map(OutageNode::ends).toList();
    Duration limit = limit(kind);
    for (OutageNode each : nodes) {
      Duration left = limit.minus(Duration.between(back, Instant.now()));
      Await.until(
          "everything is told rightly after " + each.fault(), left, each::isRight, each::describe);
      System.out.printf(
          "%s: %s: right after %d ms%n",
          kind, each.fault(), Duration.between(back, Instant.now()).toMillis());
    }
    Await.pause(limit.minus(Duration.between(back, Instant.now())));
    for (int i = 0; i < nodes.size(); i++) {
      OutageNode each = nodes.get(i);
      System.out.printf(
          "%s: %s: %d connections and requests in %d s%n",
          kind, each.fault(), came.get(i), lasted.toSeconds());
      if (kind == KubeletKind.JUBELET) {
        assertThat(came.get(i)).as(each.fault().name()).isLessThan((int) lasted.toSeconds() * 4);
      }
      checkCalm(cluster, each.node(), back, kind);
    }
  }

  /** Whoever comes back to an API server that struggles should not be the next reason for it. */
  private static void checkCalm(
      RealCluster cluster, ClusterNode node, Instant back, KubeletKind kind) {
    List<NodeRequests.Request> requests =
        cluster.controlPlane().requests().of(node.name(), back, back.plus(limit(kind)));
    long lists = requests.stream().filter(each -> each.path().equals("/api/v1/pods")).count();
    System.out.printf(
        "%s: %s: %d requests after the return, %d of them for all pods%n",
        kind, node.name(), requests.size(), lists);
    if (kind == KubeletKind.JUBELET) {
      assertThat(lists).as(requests.toString()).isLessThanOrEqualTo(6);
      assertThat(requests).hasSizeLessThan(250);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void podsGoOnWhileTheApiServerIsDeadAndTheKubeletIsKilledToo(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      OutageNode pods = new OutageNode(node, cluster.addFaults(), kubectl);
      pods.begin();
      pods.beginWithSecret("victim", SECRET_WORD);
      kubectl.apply(TourPods.deployment("shop", 5));
      kubectl.run("rollout", "status", "deployment/shop", "--timeout=150s");
      pods.awaitKept();
      kubectl.run("wait", "--for=condition=Ready", "pod/victim", "--timeout=150s");
      kubectl.run("scale", "deployment/shop", "--replicas=15");
      cluster.controlPlane().apiServer().killHard();
      long begun = System.nanoTime();
      pods.changeStaticPods("static-one");
      node.kubelet().killHard();
      node.launch(kind).awaitHealthy(Duration.ofSeconds(60));
      pods.changeStaticPods("static-two");
      if (kind == KubeletKind.JUBELET) {
        checkThatAnEndedContainerIsRestarted(node, pods);
        assertThat(pods.filesWith(SECRET_WORD)).isEmpty();
      }
      Await.pause(DEATH.minusNanos(System.nanoTime() - begun));
      cluster.controlPlane().startApiServer();
      Instant back = Instant.now();
      Await.until(
          "everything is told rightly",
          limit(kind),
          () -> pods.areReady(List.of("static-one-node-1", "static-two-node-1")),
          pods::describe);
      System.out.printf(
          "%s: dead API server: right after %d ms%n",
          kind, Duration.between(back, Instant.now()).toMillis());
      kubectl.run("rollout", "status", "deployment/shop", "--timeout=120s");
      pods.checkKept();
      checkCalm(cluster, node, back, kind);
    }
  }

  /** A kubelet that remembers its pods keeps them running, whoever is away. */
  private static void checkThatAnEndedContainerIsRestarted(ClusterNode node, OutageNode pods) {
    ProcessTable.mentioning("/marks/victim").stream()
        .filter(process -> process.commandLine().startsWith("/bin/sh"))
        .forEach(process -> ProcessTable.kill(process.pid()));
    node.parts()
        .waitFor(
            "the ended container runs again",
            LOCAL,
            () -> pods.marks().starts("victim").size() == 2);
  }
}
