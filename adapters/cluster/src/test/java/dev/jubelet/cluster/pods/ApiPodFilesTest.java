package dev.jubelet.cluster.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.JsonStream;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ApiPodFilesTest {
  private final FakeNodeState state = new FakeNodeState();
  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();
  private final InlineEffects effects = InlineEffects.stepwise();
  private final ApiContext context =
      new ApiContext(new FakeApiServer(), effects, time, () -> 0.0, journal, state);
  private final ApiPodFiles kept = new ApiPodFiles(context);
  private int version;

  private static ApiPodReader reader() {
    MemoryBudget memory = new MemoryBudget("pods", 1 << 20);
    return new ApiPodReader(memory, memory.limit(), _ -> null);
  }

  /** Pods of these names, each in a version of its own. */
  private List<Pod> pods(String... names) {
    return List.of(names).stream().map(name -> pod(name, ++version)).toList();
  }

  private static Pod pod(String name, int version) {
    return Objects.requireNonNull(reader().apply(JsonStream.of(text(name, version))).pod());
  }

  private static String text(String name, int version) {
    return "{\"metadata\":{\"name\":\"%s\",\"uid\":\"u-%s\",\"resourceVersion\":\"%d\"},\"spec\":{}}"
        .formatted(name, name, version);
  }

  private List<String> loaded() {
    return new ApiPodFiles(context)
        .load(reader()).stream().map(pod -> pod.metadata().name()).toList();
  }

  @Test
  void nextLifeFindsWhatWasKept() {
    kept.keep(() -> pods("a", "b"), true);
    effects.runAll();
    assertThat(state.names("")).containsExactly("api-pod-u-a", "api-pod-u-b");
    assertThat(loaded()).containsExactly("a", "b");
  }

  @Test
  void newestCountsWhileAnotherIsBeingWritten() {
    kept.keep(() -> pods("a"), true);
    kept.keep(() -> pods("b"), true);
    kept.keep(() -> pods("c"), true);
    effects.runAll();
    time.advance(Duration.ofMillis(500));
    effects.runAll();
    assertThat(loaded()).containsExactly("c");
    assertThat(state.saves()).isEqualTo(2);
  }

  @Test
  void podsThatComeTogetherAreWrittenTogether() {
    for (int i = 0; i < 50; i++) {
      String name = "a" + i;
      kept.keep(() -> pods(name), true);
      effects.runAll();
      time.advance(Duration.ofMillis(20));
      effects.runAll();
    }
    time.advance(Duration.ofMillis(500));
    effects.runAll();
    assertThat(state.saves()).isLessThanOrEqualTo(4);
    assertThat(loaded()).containsExactly("a49");
  }

  @Test
  void statusesWaitForEachOther() {
    IntStream.range(0, 10).forEach(i -> kept.keep(() -> pods("a" + i), false));
    effects.runAll();
    assertThat(state.saves()).isZero();
    time.advance(Duration.ofSeconds(5));
    effects.runAll();
    assertThat(state.saves()).isEqualTo(1);
    assertThat(loaded()).containsExactly("a9");
  }

  @Test
  void onlyWhatChangedIsWritten() {
    Pod a = pod("a", 1);
    kept.keep(() -> List.of(a, pod("b", 1)), true);
    effects.runAll();
    time.advance(Duration.ofMillis(500));
    kept.keep(() -> List.of(a, pod("b", 2)), true);
    effects.runAll();
    assertThat(state.saves()).isEqualTo(3);
    // Nor does the next life write what it found.
    ApiPodFiles next = new ApiPodFiles(context);
    next.load(reader());
    next.keep(() -> List.of(a, pod("b", 2)), true);
    effects.runAll();
    assertThat(state.saves()).isEqualTo(3);
  }

  @Test
  void podThatIsGoneHasNoFileAnyMoreEvenOnAFullDisk() {
    kept.keep(() -> List.of(pod("a", 1), pod("b", 1)), true);
    effects.runAll();
    state.diskFull(true);
    time.advance(Duration.ofMillis(500));
    kept.keep(() -> List.of(pod("b", 1)), true);
    effects.runAll();
    assertThat(loaded()).containsExactly("b");
    assertThat(journal.lines()).isEmpty();
  }

  @Test
  void fullDiskIsToldAndTriedAgain() {
    state.diskFull(true);
    kept.keep(() -> pods("a"), true);
    effects.runAll();
    assertThat(journal.lines()).hasSize(1);
    state.diskFull(false);
    time.advance(Duration.ofSeconds(30));
    effects.runAll();
    assertThat(loaded()).containsExactly("a");
  }

  @Test
  void oneThatMakesNoSenseIsSetAsideAlone() {
    state.put("api-pod-u-a", text("a", 1));
    state.put("api-pod-u-b", "{\"metadata\":");
    state.put("api-pod-u-c", text("another", 1));
    state.put("api-pod-u-d", "");
    assertThat(loaded()).containsExactly("a");
    assertThat(state.names("api-pod-u-"))
        .containsExactly(
            "api-pod-u-a", "api-pod-u-b.damaged", "api-pod-u-c.damaged", "api-pod-u-d.damaged");
    assertThat(journal.lines()).hasSize(3);
  }

  @Test
  void podsOfAnOlderVersionAreMovedToFilesOfTheirOwn() {
    state.put("api-pods", "api-pods v1\n" + text("a", 1) + "\n{\"a\":\n" + text("b", 1) + "\n");
    assertThat(loaded()).containsExactly("a", "b");
    assertThat(state.names("")).containsExactly("api-pod-u-a", "api-pod-u-b");
    assertThat(journal.lines()).hasSize(1);
  }

  @Test
  void oldFileThatMakesNoSenseIsSetAside() {
    state.put("api-pods", "api-pods v2\n{}");
    assertThat(loaded()).isEmpty();
    assertThat(state.names("")).containsExactly("api-pods.damaged");
  }

  @Test
  void uidThatIsNoFileNameIsNotKept() {
    Pod odd =
        pod("a", 1)
            .withMetadata(pod("a", 1).metadata().withIdentity("a", "default", "../../etc/passwd"));
    kept.keep(() -> List.of(odd), true);
    effects.runAll();
    assertThat(state.names("")).isEmpty();
  }
}
