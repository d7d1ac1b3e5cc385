package dev.jubelet.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import dev.jubelet.testkit.RecordingJournal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventFollowerTest {
  private final WatchBench rig = new WatchBench();
  private final Bench bench = rig.bench;
  private final List<Long> follows = new ArrayList<>();
  private final Deque<RuntimeEvents> streams = new ArrayDeque<>();
  private final EventFollower follower = new EventFollower(this::follow, rig.watcher, bench.node());

  private void follow(Runnable connected, Consumer<ContainerEvent> listener) {
    follows.add(Duration.between(rig.begin, bench.time.now()).toMillis());
    RuntimeEvents next = streams.size() > 1 ? streams.remove() : streams.getFirst();
    next.follow(connected, listener);
  }

  private static RuntimeEvents fails(FailureKind kind) {
    return (_, _) -> {
      throw new OutsideFailure(kind, "no stream");
    };
  }

  /** Events flow for that long, with one event of pod u, and then the stream breaks. */
  private RuntimeEvents breaksAfter(int seconds) {
    return (connected, listener) -> {
      connected.run();
      listener.accept(
          new ContainerEvent(ContainerEvent.Kind.STARTED, "c", new PodUid("u"), rig.begin));
      bench.outside.spend(Duration.ofSeconds(seconds));
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "connection reset");
    };
  }

  @Test
  void runtimeWithoutEventsIsAskedOnceAndPolledInstead() {
    streams.add(fails(FailureKind.UNIMPLEMENTED));
    rig.watcher.start(rig);
    follower.start();
    bench.advance(Duration.ofMillis(2500));
    assertThat(follows).containsExactly(0L);
    assertThat(rig.told).containsExactly("all@0", "all@1000", "all@2000");
    assertThat(bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .containsExactly("NoRuntimeEvents");
  }

  @Test
  void eventsLeadToLooksAndSlowTheRhythmDown() {
    streams.add(breaksAfter(10_000));
    rig.watcher.start(rig);
    bench.run();
    follower.start();
    bench.advanceSeconds(59);
    assertThat(rig.told).containsOnly("all@0", "u@2000");
  }

  @Test
  void brokenStreamIsFollowedAgainAfterASecond() {
    streams.add(breaksAfter(5));
    streams.add(breaksAfter(10_000));
    rig.watcher.start(rig);
    follower.start();
    bench.advance(Duration.ofMillis(6500));
    assertThat(follows).containsExactly(0L, 6000L);
  }

  @Test
  void breakOfTheStreamLeadsToALookAtAllAndSoDoesItsReturn() {
    streams.add(breaksAfter(5));
    streams.add(breaksAfter(10_000));
    rig.watcher.start(rig);
    bench.run();
    rig.told.clear();
    follower.start();
    bench.advanceSeconds(20);
    assertThat(rig.told).contains("all@5000", "all@6000").doesNotContain("all@7000");
  }

  @Test
  void runtimeThatIsAwayIsTriedEverySecond() {
    streams.add(fails(FailureKind.UNAVAILABLE));
    rig.watcher.start(rig);
    follower.start();
    bench.advance(Duration.ofMillis(3500));
    assertThat(follows).containsExactly(0L, 1000L, 2000L, 3000L);
  }

  @Test
  void streamThatEndsWithoutAWordIsFollowedAgain() {
    streams.add((_, _) -> {});
    follower.start();
    rig.watcher.start(rig);
    bench.advance(Duration.ofMillis(1500));
    assertThat(follows).containsExactly(0L, 1000L);
  }

  @Test
  void closedFollowerDoesNotComeBack() {
    streams.add(breaksAfter(5));
    rig.watcher.start(rig);
    follower.start();
    bench.advanceSeconds(1);
    follower.close();
    bench.advanceSeconds(60);
    assertThat(follows).containsExactly(0L);
    follower.start();
    bench.run();
    assertThat(follows).containsExactly(0L);
  }
}
