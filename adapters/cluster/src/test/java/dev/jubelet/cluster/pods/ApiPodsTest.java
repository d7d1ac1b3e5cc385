package dev.jubelet.cluster.pods;

import static dev.jubelet.cluster.pods.PodsBench.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.FakeNodeState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiPodsTest {
  private final PodsBench node = new PodsBench();
  private final FakeNodeState state = new FakeNodeState();
  private final BlockingQueue<PodSource.Delivery> deliveries = new LinkedBlockingQueue<>();
  private CompletableFuture<Void> nodeKnown = CompletableFuture.completedFuture(null);
  private ApiPods source = source(node);

  private ApiPods source(PodsBench bench) {
    return new ApiPods(
        bench.context(state),
        "n1",
        bench.cache,
        new ApiPodFiles(bench.context(state)),
        new RefusedPods(bench.statuses, bench.journal),
        bench.memory,
        nodeKnown);
  }

  @AfterEach
  void close() {
    source.close();
  }

  private PodSource.Delivery next() throws InterruptedException {
    return Objects.requireNonNull(
        deliveries.poll(10, TimeUnit.SECONDS), "nothing was delivered in time");
  }

  /** Other deliveries of the same length may come before. */
  private List<Pod> nextOf(int size) throws InterruptedException {
    PodSource.Delivery delivery = next();
    while (delivery.pods().size() != size) {
      delivery = next();
    }
    return delivery.pods();
  }

  @Test
  void everyDeliveryIsTheWholeList() throws Exception {
    node.put("a", "u1", "");
    source.start(deliveries::add);
    PodSource.Delivery first = next();
    assertThat(first.source()).isEqualTo("api");
    assertThat(first.certain()).isTrue();
    assertThat(first.pods()).extracting(pod -> pod.uid().value()).containsExactly("u1");
    node.put("b", "u2", "");
    assertThat(nextOf(2)).extracting(pod -> pod.uid().value()).containsExactly("u1", "u2");
    node.api.remove(path("a"));
    assertThat(nextOf(1)).extracting(pod -> pod.uid().value()).containsExactly("u2");
  }

  @Test
  void nobodyIsDeliveredBeforeItIsKnownWhoMayRunHere() throws Exception {
    nodeKnown = new CompletableFuture<>();
    source = source(node);
    node.put("a", "u1", "");
    source.start(deliveries::add);
    assertThat(node.api.calls()).isEmpty();
    nodeKnown.complete(null);
    assertThat(nextOf(1)).extracting(pod -> pod.uid().value()).containsExactly("u1");
  }

  @Test
  void podOfTheApiCannotPretendToBeStatic() throws Exception {
    node.api.put(
        path("a"),
        """
        {"metadata":{"uid":"u1","annotations":{"kubernetes.io/config.source":"file"}},
         "spec":{"nodeName":"n1","containers":[{"name":"a"}]}}
        """);
    source.start(deliveries::add);
    assertThat(nextOf(1).getFirst().metadata().annotations())
        .containsEntry("kubernetes.io/config.source", "api");
  }

  @Test
  void mirrorsAreNotDelivered() throws Exception {
    node.registerNode();
    node.wants(PodsBench.staticPod("web", "hash1"));
    source.start(deliveries::add);
    assertThat(next().pods()).isEmpty();
    node.put("a", "u1", "");
    assertThat(nextOf(1)).extracting(pod -> pod.uid().value()).containsExactly("u1");
    assertThat(node.api.find(path("web"))).isPresent();
  }

  @Test
  void podThatIsNotUnderstoodFailsAndDisturbsNobody() throws Exception {
    node.api.put(
        path("odd"),
        """
        {"metadata":{"uid":"u9","generation":2},
         "spec":{"nodeName":"n1","restartPolicy":"WhenTheMoonIsFull","containers":[]}}
        """);
    node.put("a", "u1", "");
    source.start(deliveries::add);
    assertThat(nextOf(1)).extracting(pod -> pod.uid().value()).containsExactly("u1");
    assertThat(node.shown("a").phase()).isNotEqualTo(PodPhase.FAILED);
    assertThat(node.shownText("odd")).contains("Failed", "UnexpectedAdmissionError");
    assertThat(node.journal.lines()).hasSize(1);
    node.api.delete(path("odd"), FakeApiServer.parsed("{}"));
    node.put("b", "u2", "");
    nextOf(2);
    assertThat(node.api.find(path("odd"))).isEmpty();
  }

  @Test
  void changeThatIsNotUnderstoodLeavesThePodAsItWas() throws Exception {
    node.put("a", "u1", "");
    source.start(deliveries::add);
    nextOf(1);
    node.api.put(
        path("a"),
        """
        {"metadata":{"uid":"u1","deletionTimestamp":"2026-01-01T00:00:00Z",
         "deletionGracePeriodSeconds":5},
         "spec":{"nodeName":"n1","restartPolicy":"WhenTheMoonIsFull","containers":[]}}
        """);
    Pod pod = nextOf(1).getFirst();
    assertThat(pod.spec().containers()).hasSize(1);
    assertThat(pod.metadata().deletionGracePeriodSeconds()).isEqualTo(5);
    assertThat(node.api.count("PATCH")).isZero();
  }

  private void putGeneration(int generation, String image, String phase) {
    node.api.put(
        path("a"),
        """
        {"metadata":{"uid":"u1","generation":%d},
         "spec":{"nodeName":"n1","containers":[{"name":"c","image":"%s"}]},
         "status":{"phase":"%s"}}
        """
            .formatted(generation, image, phase));
  }

  @Test
  void onlyANewGenerationIsReadAsAWhole() throws Exception {
    putGeneration(1, "one", "Pending");
    source.start(deliveries::add);
    Pod first = nextOf(1).getFirst();
    putGeneration(1, "one", "Running");
    Pod second = nextOf(1).getFirst();
    assertThat(second.spec()).isSameAs(first.spec());
    assertThat(second.status().phase()).isEqualTo(PodPhase.RUNNING);
    putGeneration(2, "two", "Running");
    assertThat(nextOf(1).getFirst().spec().containers().getFirst().image()).isEqualTo("two");
  }

  @Test
  void knownPodsAreDeliveredWhileTheServerIsAway() throws Exception {
    node.put("a", "u1", "'phase':'Running'");
    node.put("b", "u2", "");
    source.start(deliveries::add);
    nextOf(2);
    source.close();

    node.api.outage(() -> ApiFailure.noAnswer("connection refused"));
    PodsBench later = new PodsBench(node.api);
    source = source(later);
    source.start(deliveries::add);
    later.time.advance(ApiPods.HEAD_START);
    PodSource.Delivery kept = next();
    assertThat(kept.certain()).isFalse();
    assertThat(kept.pods()).extracting(pod -> pod.uid().value()).containsExactly("u1", "u2");
    assertThat(kept.pods().getFirst().status().phase()).isEqualTo(PodPhase.RUNNING);

    node.api.remove(path("b"));
    node.api.heal();
    Await.until(
        "a delivery",
        () -> {
          later.time.advance(Duration.ofSeconds(30));
          return !deliveries.isEmpty();
        });
    PodSource.Delivery listed = next();
    assertThat(listed.certain()).isTrue();
    assertThat(listed.pods()).extracting(pod -> pod.uid().value()).containsExactly("u1");
  }

  @Test
  void serverThatAnswersIsBelievedMoreThanTheDisk() throws Exception {
    node.put("a", "u1", "");
    source.start(deliveries::add);
    nextOf(1);
    source.close();
    node.api.remove(path("a"));
    PodsBench later = new PodsBench(node.api);
    source = source(later);
    source.start(deliveries::add);
    assertThat(next().pods()).isEmpty();
    later.time.advance(ApiPods.HEAD_START);
    assertThat(deliveries).isEmpty();
  }

  @Test
  void neitherMirrorsNorManagedFieldsAreKept() throws Exception {
    node.api.put(
        path("a"),
        """
        {"metadata":{"uid":"u1","managedFields":[{"manager":"kubectl"}]},
         "spec":{"nodeName":"n1","containers":[{"name":"a"}]}}
        """);
    node.registerNode();
    node.wants(PodsBench.staticPod("web", "hash1"));
    source.start(deliveries::add);
    nextOf(1);
    node.put("b", "u2", "");
    nextOf(2);
    source.close();
    assertThat(state.content("api-pod-u1").orElseThrow()).contains("u1").doesNotContain("kubectl");
    assertThat(state.names("api-pod")).containsExactly("api-pod-u1");
  }
}
