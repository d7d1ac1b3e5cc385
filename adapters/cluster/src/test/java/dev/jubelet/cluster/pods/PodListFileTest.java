package dev.jubelet.cluster.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.Node;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodListFileTest {
  private final FakeNodeState state = new FakeNodeState();
  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();
  private final InlineEffects effects = InlineEffects.stepwise();
  private final ApiContext context =
      new ApiContext(new FakeApiServer(), effects, time, () -> 0.0, journal, state);
  private final PodListFile kept = new PodListFile(context);

  private static List<Node.Fields> pods(String... names) {
    return List.of(names).stream()
        .map(name -> FakeApiServer.parsed("{\"metadata\":{\"name\":\"" + name + "\"}}"))
        .toList();
  }

  private List<String> loaded() {
    return new PodListFile(context).load().stream().map(pod -> Metadata.of(pod).name()).toList();
  }

  @Test
  void nextLifeFindsWhatWasKept() {
    kept.keep(() -> pods("a", "b"), true);
    effects.runAll();
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
  void sameIsNotWrittenTwice() {
    kept.keep(() -> pods("a"), true);
    effects.runAll();
    kept.keep(() -> pods("a"), true);
    effects.runAll();
    assertThat(state.saves()).isEqualTo(1);
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
  void whatMakesNoSenseIsSetAside() {
    for (String content : List.of("", "api-pods v2\n{}", "api-pods v1\n{\"a\":", "{}")) {
      state.put(PodListFile.NAME, content);
      assertThat(loaded()).isEmpty();
      assertThat(state.content(PodListFile.NAME)).as(content).isEmpty();
    }
    assertThat(journal.lines()).hasSize(4);
  }

  @Test
  void damageIsToldAndNobodyIsKept() {
    state.damaged("the checksum is wrong");
    assertThat(loaded()).isEmpty();
    assertThat(journal.lines()).hasSize(1);
  }
}
