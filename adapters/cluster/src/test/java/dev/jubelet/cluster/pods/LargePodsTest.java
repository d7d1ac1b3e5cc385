package dev.jubelet.cluster.pods;

import static dev.jubelet.cluster.pods.PodsBench.path;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.ports.MemoryBudget;
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

/** What happens to pods that take more memory than there is for them: 240 KiB, or 20 KiB each. */
class LargePodsTest {
  private final PodsBench node = new PodsBench();
  private final FakeNodeState state = new FakeNodeState();
  private final MemoryBudget memory = new MemoryBudget("pods of the API server", 240 << 10);
  private final BlockingQueue<PodSource.Delivery> deliveries = new LinkedBlockingQueue<>();
  private ApiPods source = source(node, memory);

  private ApiPods source(PodsBench bench, MemoryBudget budget) {
    return new ApiPods(
        bench.context(state),
        "n1",
        bench.cache,
        new ApiPodFiles(bench.context(state)),
        new RefusedPods(bench.statuses, bench.journal),
        budget,
        CompletableFuture.completedFuture(null));
  }

  @AfterEach
  void close() {
    source.close();
  }

  private void put(String name, String value) {
    put(name, 1, value);
  }

  private void put(String name, int generation, String value) {
    node.api.put(
        path(name),
        """
        {"metadata":{"uid":"u-%s","generation":%d,"labels":{"app":"x"}},
         "spec":{"nodeName":"n1","containers":[{"name":"a","env":[{"name":"A","value":"%s"}]}]}}
        """
            .formatted(name, generation, value));
  }

  private List<String> next() throws InterruptedException {
    PodSource.Delivery delivery =
        Objects.requireNonNull(deliveries.poll(10, TimeUnit.SECONDS), "nothing in time");
    return delivery.pods().stream().map(pod -> pod.metadata().name()).toList();
  }

  private List<String> nextWith(String name) throws InterruptedException {
    List<String> names = next();
    while (!names.contains(name)) {
      names = next();
    }
    return names;
  }

  @Test
  void oneThatIsTooLargeFailsAndDisturbsNobody() throws Exception {
    put("a", "x");
    put("huge", "x".repeat(20 << 10));
    put("z", "x");
    source.start(deliveries::add);
    assertThat(next()).containsExactly("a", "z");
    assertThat(node.shown("huge").phase()).isEqualTo(PodPhase.FAILED);
    assertThat(node.shown("huge").reason()).isEqualTo("PodTooLarge");
    assertThat(node.shown("huge").message())
        .isEqualTo(
            "Pod was rejected: there is no memory for it on this node: it takes more than 20 KiB"
                + " of memory, the most that this node has for one object");
    assertThat(node.cache.all()).filteredOn(pod -> pod.pod() == null).hasSize(1);
  }

  @Test
  void oneCharacterBeyondLatin1MakesATextTwiceAsLarge() throws Exception {
    put("latin", "x".repeat(12 << 10));
    put("wide", "€" + "x".repeat(12 << 10));
    source.start(deliveries::add);
    assertThat(next()).containsExactly("latin");
    assertThat(node.shown("wide").phase()).isEqualTo(PodPhase.FAILED);
  }

  @Test
  void manySmallValuesCountForWhatTheyTake() throws Exception {
    node.api.put(
        path("many"),
        """
        {"metadata":{"uid":"u-many"},
         "spec":{"nodeName":"n1","containers":[{"name":"a","env":[%s{"name":"A"}]}]}}
        """
            .formatted("{\"name\":\"A\"},".repeat(400)));
    source.start(deliveries::add);
    assertThat(next()).isEmpty();
    assertThat(node.shown("many").reason()).isEqualTo("PodTooLarge");
  }

  @Test
  void allTogetherHaveALimitToo() throws Exception {
    for (int i = 10; i < 40; i++) {
      put("pod-" + i, "x".repeat(15 << 10));
    }
    source.start(deliveries::add);
    List<String> taken = next();
    assertThat(taken).hasSizeBetween(13, 15).startsWith("pod-10", "pod-11");
    assertThat(memory.used()).isBetween(200L << 10, memory.limit());
    assertThat(node.shown("pod-39").phase()).isEqualTo(PodPhase.FAILED);
    assertThat(node.shown("pod-39").message())
        .contains("pods of the API server may use 240 KiB of memory on this node");
    assertThat(node.shown("pod-10").phase()).isEqualTo(PodPhase.PENDING);

    // Who is gone makes room for others, but who has failed has failed.
    node.api.remove(path("pod-10"));
    put("pod-50", "x".repeat(10 << 10));
    List<String> later = nextWith("pod-50");
    assertThat(later).doesNotContain("pod-10", "pod-39").hasSameSizeAs(taken);
  }

  @Test
  void listReadAgainNeedsNoMoreMemory() throws Exception {
    for (int i = 10; i < 22; i++) {
      put("pod-" + i, "x".repeat(15 << 10));
    }
    source.start(deliveries::add);
    assertThat(next()).hasSize(12);
    long used = memory.used();
    node.api.compact();
    node.api.endWatches();
    put("pod-10", 2, "y".repeat(15 << 10));
    Await.until(
        "the change",
        () -> {
          node.time.advance(Duration.ofSeconds(1));
          PodSource.Delivery delivery = deliveries.poll();
          return delivery != null
              && delivery.pods().size() == 12
              && delivery.pods().getFirst().spec().toString().contains("yyy");
        });
    assertThat(memory.used()).isBetween(used - 100, used + 100);
  }

  @Test
  void changeThatDoesNotFitLeavesThePodAsItWas() throws Exception {
    put("a", "x");
    source.start(deliveries::add);
    assertThat(next()).containsExactly("a");
    long used = memory.used();
    node.api.put(
        path("a"),
        """
        {"metadata":{"uid":"u-a","generation":2,"deletionTimestamp":"2026-01-01T00:00:00Z"},
         "spec":{"nodeName":"n1","containers":[{"name":"a","image":"%s"}]}}
        """
            .formatted("x".repeat(30 << 10)));
    PodSource.Delivery delivery = Objects.requireNonNull(deliveries.poll(10, TimeUnit.SECONDS));
    Pod pod = delivery.pods().getFirst();
    assertThat(pod.spec().containers().getFirst().image()).isEmpty();
    assertThat(pod.metadata().deletionTimestamp()).isNotNull();
    assertThat(memory.used()).isEqualTo(used);
  }

  @Test
  void podsOfAnEarlierLifeKeepTheirPlace() throws Exception {
    for (int i = 30; i < 40; i++) {
      put("pod-" + i, "x".repeat(15 << 10));
    }
    source.start(deliveries::add);
    assertThat(next()).hasSize(10);
    source.close();
    // These come before the others in every list.
    for (int i = 10; i < 20; i++) {
      put("pod-" + i, "x".repeat(15 << 10));
    }
    PodsBench later = new PodsBench(node.api);
    source = source(later, new MemoryBudget("pods of the API server", 240 << 10));
    source.start(deliveries::add);
    assertThat(next()).contains("pod-30", "pod-39").doesNotContain("pod-19");
    assertThat(node.shown("pod-19").phase()).isEqualTo(PodPhase.FAILED);

    // Who failed for want of memory takes none of it in a life without the files.
    source.close();
    state.names("").forEach(state::remove);
    PodsBench last = new PodsBench(node.api);
    source = source(last, new MemoryBudget("pods of the API server", 240 << 10));
    source.start(deliveries::add);
    assertThat(next()).contains("pod-30", "pod-39").doesNotContain("pod-19");
  }

  @Test
  void mirrorTakesNoMemoryForWhatItShows() throws Exception {
    node.api.put(
        path("mirror"),
        """
        {"metadata":{"uid":"u-m","annotations":{"kubernetes.io/config.mirror":"hash"}},
         "spec":{"nodeName":"n1","containers":[{"name":"a","image":"%s"}]}}
        """
            .formatted("x".repeat(100 << 10)));
    source.start(deliveries::add);
    assertThat(next()).isEmpty();
    assertThat(node.cache.all()).singleElement().matches(ApiPod::isMirror);
    assertThat(memory.used()).isLessThan(4 << 10);
  }
}
