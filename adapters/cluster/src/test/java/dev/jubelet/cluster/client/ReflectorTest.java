package dev.jubelet.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.Node;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.FakeNodeState;
import dev.jubelet.testkit.InlineEffects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ReflectorTest {
  private static final String PODS = "/api/v1/pods?fieldSelector=spec.nodeName%3Da";

  private final FakeApiServer api = new FakeApiServer();
  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final ApiContext context =
      new ApiContext(api, InlineEffects.atOnce(), time, () -> 0.0, journal, new FakeNodeState());
  private final Reflector<Node.Fields> reflector =
      new Reflector<>(context, PODS, ObjectReader.TREE, new Listener());

  private final class Listener implements Reflector.Listener<Node.Fields> {
    @Override
    public void listed(List<Node.Fields> objects) {
      heard.add("listed " + objects.stream().map(each -> Metadata.of(each).name()).toList());
    }

    @Override
    public void changed(Node.Fields object) {
      if (Metadata.of(object).name().equals("poison")) {
        throw new IllegalStateException("cannot take this");
      }
      heard.add("changed " + Metadata.of(object).name());
    }

    @Override
    public void removed(Node.Fields object) {
      heard.add("removed " + Metadata.of(object).name());
    }
  }

  @AfterEach
  void close() {
    reflector.close();
  }

  @Test
  void listsAndThenTellsWhatChanges() throws Exception {
    pod("one", "a");
    pod("elsewhere", "b");
    begin("listed [one]");

    pod("two", "a");
    expect("changed two");
    api.remove("/api/v1/namespaces/n/pods/one");
    expect("removed one");
    pod("two", "b");
    expect("removed two");
  }

  @Test
  void readsAListInPages() throws Exception {
    for (int i = 0; i < 1203; i++) {
      pod("pod-%04d".formatted(i), "a");
    }
    reflector.start();
    assertThat(next()).startsWith("listed [pod-0000, ").endsWith("pod-1202]");
    assertThat(api.count("GET /api/v1/pods?fieldSelector=spec.nodeName%3Da&limit=500"))
        .isEqualTo(3);
  }

  @Test
  void goesOnWhereAnEndedWatchWas() throws Exception {
    begin("listed []");
    pod("one", "a");
    expect("changed one");
    api.endWatches();
    Await.until("watch 2 is open", () -> api.count("WATCH") == 2 && api.openWatches() == 1);
    pod("two", "a");
    expect("changed two");
    assertThat(api.count("GET")).isEqualTo(1);
    assertThat(journal.lines()).isEmpty();
  }

  @Test
  void remembersTheVersionOfABookmark() throws Exception {
    begin("listed []");
    pod("elsewhere", "b");
    api.bookmark();
    api.compact();
    // The bookmark is older than the compaction, so it helps only if the version is of after it.
    api.bookmark();
    api.endWatches();
    Await.until("watches asked for: 2", () -> api.count("WATCH") == 2);
    pod("two", "a");
    expect("changed two");
    assertThat(api.count("GET")).isEqualTo(1);
  }

  @Test
  void listsAnewWhenTheVersionIsTooOld() throws Exception {
    pod("one", "a");
    begin("listed [one]");
    api.compact();
    pod("elsewhere", "b");
    api.breakWatches(ApiFailure.noAnswer("reset"));
    restOf(RetryDelay.FIRST);
    restOf(RetryDelay.FIRST);
    expect("listed [one]");
    assertThat(api.count("GET")).isEqualTo(2);
  }

  @Test
  void waitsLongerAfterEachFailureAndDoesNotListAgain() throws Exception {
    begin("listed []");
    api.outage(() -> ApiFailure.noAnswer("connection refused"));
    for (long millis : List.of(800, 1600, 3200, 6400, 12800, 25600, 30000, 30000)) {
      restOf(Duration.ofMillis(millis));
    }
    pod("one", "a");
    awaitRest();
    api.heal();
    time.advance(Duration.ofSeconds(30));
    expect("changed one");
    assertThat(api.count("GET")).isEqualTo(1);
    assertThat(journal.lines())
        .extracting(RecordingJournal.Line::level)
        .filteredOn(level -> level == dev.jubelet.ports.Journal.Level.WARNING)
        .hasSize(1);
  }

  @Test
  void comesBackSoonWhenOthersAreAnsweredAgain() throws Exception {
    begin("listed []");
    api.outage(() -> new ApiFailure(500, "InternalError", "broken", null));
    for (int i = 0; i < 7; i++) {
      awaitRest();
      time.advance(Duration.ofSeconds(30));
    }
    awaitRest();
    pod("one", "a");
    api.heal();
    time.advance(Duration.ofSeconds(6));
    expect("changed one");
  }

  @Test
  void comesBackSoonToAServerThatWasBusyAndAskedForLess() throws Exception {
    begin("listed []");
    api.outage(() -> new ApiFailure(429, "TooManyRequests", "slow", Duration.ofSeconds(1)));
    for (int i = 0; i < 7; i++) {
      awaitRest();
      time.advance(Duration.ofSeconds(30));
    }
    awaitRest();
    pod("one", "a");
    api.heal();
    time.advance(Duration.ofSeconds(6));
    expect("changed one");
  }

  @Test
  void waitsAsLongAsTheServerAsks() throws Exception {
    begin("listed []");
    api.outage(() -> new ApiFailure(429, "TooManyRequests", "slow", Duration.ofSeconds(17)));
    restOf(Duration.ofSeconds(17));
    awaitRest();
    api.heal();
    pod("one", "a");
    time.advance(Duration.ofSeconds(16));
    assertThat(heard).isEmpty();
    time.advance(Duration.ofSeconds(1));
    expect("changed one");
  }

  @Test
  void listsAnewAfterAnErrorInsideAWatch() throws Exception {
    begin("listed []");
    pod("one", "a");
    expect("changed one");
    api.breakWatches(ApiFailure.inWatch(500, "InternalError", "cannot decode", null));
    restOf(RetryDelay.FIRST);
    expect("listed [one]");
  }

  @Test
  void listsAnewWhenTheServerIsBehind() throws Exception {
    begin("listed []");
    pod("one", "a");
    expect("changed one");
    api.failBefore(
        "WATCH",
        () -> new ApiFailure(504, "Timeout", "Timeout: Too large resource version: 9", null));
    api.endWatches();
    restOf(RetryDelay.FIRST);
    expect("listed [one]");
  }

  @Test
  void listsAnewAfterAWatchThatHeardNothingForLong() throws Exception {
    begin("listed []");
    time.advance(Duration.ofMinutes(3));
    api.endWatches();
    expect("listed []");
    Await.until("open watches: 1", () -> api.openWatches() == 1);
    api.bookmark();
    time.advance(Duration.ofMinutes(3));
    api.breakWatches(ApiFailure.noAnswer("reset"));
    restOf(RetryDelay.FIRST);
    Await.until("watches asked for: 3", () -> api.count("WATCH") == 3);
    assertThat(api.count("GET")).isEqualTo(2);
  }

  @Test
  void tellsEverythingAnewToAListenerThatFailed() throws Exception {
    begin("listed []");
    pod("poison", "a");
    restOf(RetryDelay.FIRST);
    expect("listed [poison]");
  }

  @Test
  void retriesAWatchThatEndsAtOnceOnlyAfterAWhile() throws Exception {
    begin("listed []");
    api.endWatches();
    restOf(RetryDelay.FIRST);
    Await.until("watches asked for: 2", () -> api.count("WATCH") == 2);
    assertThat(api.count("GET")).isEqualTo(1);
  }

  @Test
  void endsWhileItWatchesAndWhileItWaits() throws Exception {
    begin("listed []");
    reflector.close();
    Await.until("open watches: 0", () -> api.openWatches() == 0);

    try (Reflector<Node.Fields> waiting =
        new Reflector<>(context, PODS, ObjectReader.TREE, new Listener())) {
      api.outage(() -> ApiFailure.noAnswer("away"));
      waiting.start();
      awaitRest();
    }
    Await.until("no alarm is set", () -> time.pending() == 0);
    assertThat(heard).isEmpty();
  }

  private void begin(String first) throws Exception {
    reflector.start();
    expect(first);
    Await.until("open watches: 1", () -> api.openWatches() == 1);
  }

  private void pod(String name, String node) {
    api.put(
        "/api/v1/namespaces/n/pods/" + name, "{\"spec\":{\"nodeName\":\"%s\"}}".formatted(node));
  }

  private void expect(String what) throws Exception {
    assertThat(next()).isEqualTo(what);
  }

  private String next() throws Exception {
    return String.valueOf(heard.poll(10, TimeUnit.SECONDS));
  }

  private void restOf(Duration expected) {
    awaitRest();
    Instant now = time.now();
    assertThat(time.nextDue()).contains(now.plus(expected));
    time.advance(expected);
  }

  private void awaitRest() {
    Await.until("the next alarm is set", () -> time.pending() > 0);
  }
}
