package dev.jubelet.engine.watch;

import static dev.jubelet.testkit.fault.Operation.SANDBOX_LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RuntimeWatcherTest {
  private static final PodUid U = new PodUid("u");
  private static final PodUid V = new PodUid("v");
  private final WatchBench rig = new WatchBench();
  private final Bench bench = rig.bench;
  private final RuntimeWatcher watcher = rig.watcher;

  // Rhythm

  @Test
  void looksAtEverythingOnceASecondWhereThereAreNoEvents() {
    watcher.start(rig);
    bench.advance(Duration.ofMillis(3500));
    assertThat(rig.told).containsExactly("all@0", "all@1000", "all@2000", "all@3000");
  }

  @Test
  void looksAtEverythingOnceAMinuteWhereThereAreEvents() {
    rig.started();
    bench.advanceSeconds(130);
    assertThat(rig.told).containsExactly("all@60000", "all@120000");
  }

  @Test
  void looksAtOnceWhenEventsBeginOrEnd() {
    rig.started();
    bench.advanceSeconds(10);
    watcher.eventsFlow(false);
    bench.advanceSeconds(2);
    watcher.eventsFlow(true);
    bench.advanceSeconds(50);
    assertThat(rig.told).containsExactly("all@10000", "all@11000", "all@12000", "all@12000");
  }

  @Test
  void closedWatcherLooksNoMore() {
    rig.started();
    watcher.close();
    bench.advanceSeconds(600);
    assertThat(rig.told).isEmpty();
    assertThat(bench.time.pending()).isZero();
  }

  // Questions and events

  @Test
  void endLeadsToALookAtItsPodAtOnce() {
    rig.started();
    watcher.eventSeen(event(U));
    bench.run();
    assertThat(rig.told).containsExactly("u@0");
  }

  @Test
  void startIsLookedAtWhenWhoeverAskedForItHadTimeToDoSo() {
    rig.started();
    watcher.eventSeen(started(U));
    watcher.eventSeen(started(U));
    bench.advance(Duration.ofMillis(1999));
    assertThat(rig.told).isEmpty();
    bench.advanceSeconds(1);
    assertThat(rig.told).containsExactly("u@2000");
  }

  @Test
  void startThatWasLookedAtMeanwhileIsNotLookedAtAgain() {
    rig.started();
    watcher.eventSeen(started(U));
    bench.advance(Duration.ofMillis(20));
    watcher.lookAt(U);
    bench.advanceSeconds(3);
    assertThat(rig.told).containsExactly("u@20");
    assertThat(bench.time.pending()).isEqualTo(1);
  }

  @Test
  void startDuringALookLeadsToOneMore() {
    rig.started();
    bench.faults.once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(2)));
    watcher.lookAt(U);
    bench.advanceSeconds(1);
    watcher.eventSeen(started(U));
    bench.advanceSeconds(9);
    assertThat(rig.told).containsExactly("u@0", "u@2000");
  }

  @Test
  void eventOfNobodyLeadsToALookAtAll() {
    rig.started();
    watcher.eventSeen(new ContainerEvent(ContainerEvent.Kind.STARTED, "c", null, rig.begin));
    bench.run();
    assertThat(rig.told).containsExactly("all@0");
  }

  private ContainerEvent event(PodUid uid) {
    return new ContainerEvent(ContainerEvent.Kind.STOPPED, "c", uid, rig.begin);
  }

  private ContainerEvent started(PodUid uid) {
    return new ContainerEvent(ContainerEvent.Kind.STARTED, "c", uid, rig.begin);
  }

  @Test
  void manyEventsDuringALookLeadToOneMore() {
    rig.started();
    bench.faults.once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(2)));
    watcher.eventSeen(event(U));
    bench.advanceSeconds(1);
    for (int i = 0; i < 100; i++) {
      watcher.eventSeen(event(U));
    }
    bench.advanceSeconds(9);
    assertThat(rig.told).containsExactly("u@0", "u@2000");
  }

  @Test
  void podsDoNotWaitForEachOther() {
    rig.started();
    bench.faults.once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(30)));
    watcher.lookAt(U);
    bench.run();
    watcher.lookAt(V);
    bench.advanceSeconds(31);
    assertThat(rig.told).containsExactly("v@0", "u@0");
  }

  @Test
  void manyQuestionsForEverythingDuringALookLeadToOneMore() {
    rig.started();
    bench.faults.once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(2)));
    for (int i = 0; i < 100; i++) {
      watcher.lookAtEverything();
      bench.run();
    }
    bench.advanceSeconds(9);
    assertThat(rig.told).containsExactly("all@0", "all@2000");
  }

  @Test
  void lookAtAllPutsOffTheNextOne() {
    rig.started();
    bench.advanceSeconds(50);
    watcher.lookAtEverything();
    bench.advanceSeconds(59);
    assertThat(rig.told).containsExactly("all@50000");
    bench.advanceSeconds(1);
    assertThat(rig.told).containsExactly("all@50000", "all@110000");
  }

  // Trouble

  @Test
  void pausesFromATenthOfASecondDoublingToFiveSeconds() {
    bench.faults.always(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    watcher.start(rig);
    bench.advanceSeconds(20);
    assertThat(rig.looks())
        .containsExactly(0L, 100L, 300L, 700L, 1500L, 3100L, 6300L, 11300L, 16300L);
    assertThat(rig.told).isEmpty();
  }

  @Test
  void pausesBeginAnewAfterRecovery() {
    bench.faults.always(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    watcher.start(rig);
    bench.advanceSeconds(2);
    bench.faults.heal(SANDBOX_LIST);
    bench.advance(Duration.ofMillis(1100));
    assertThat(rig.told).containsExactly("all@3100");
    bench.faults.always(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    bench.takeCalls();
    bench.advance(Duration.ofMillis(1400));
    assertThat(rig.looks()).containsExactly(4100L, 4200L, 4400L);
  }

  @Test
  void troubleIsToldOnceAndSoIsItsEnd() {
    bench.faults.always(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    watcher.start(rig);
    bench.advanceSeconds(60);
    bench.faults.heal(SANDBOX_LIST);
    bench.advanceSeconds(60);
    assertThat(bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .containsExactly("RuntimeTrouble", "RuntimeBack");
  }

  @Test
  void failedLookAtAPodBecomesALookAtAll() {
    rig.started();
    bench.faults.once(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    watcher.lookAt(U);
    bench.advanceSeconds(1);
    assertThat(rig.told).containsExactly("all@100");
  }

  @Test
  void questionAskedDuringAFailingLookIsAnsweredAfterwards() {
    rig.started();
    bench.faults.once(
        SANDBOX_LIST,
        new Fault.FailBefore(FailureKind.TIMED_OUT, "too slow", Duration.ofSeconds(2)));
    watcher.lookAt(U);
    bench.advanceSeconds(1);
    watcher.lookAt(U);
    bench.advanceSeconds(5);
    assertThat(rig.told).containsExactly("all@2100", "u@2100");
  }

  @Test
  void failedLookAtAPodDuringAnOlderLookAtAllIsMadeUpForSoon() {
    rig.started();
    bench
        .faults
        .once(SANDBOX_LIST, Fault.slow(Duration.ofSeconds(5)))
        .once(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    watcher.lookAtEverything();
    bench.advanceSeconds(1);
    watcher.lookAt(U);
    bench.advanceSeconds(20);
    assertThat(rig.told)
        .as("a look that began after the question at 1000")
        .anySatisfy(told ->
            assertThat(Long.parseLong(told.substring(told.indexOf('@') + 1)))
                .isGreaterThanOrEqualTo(1000));
  }

  @Test
  void lastSuccessIsTheEndOfTheLastLookAtAll() {
    rig.started();
    bench.advanceSeconds(60);
    assertThat(watcher.lastSuccess()).isEqualTo(rig.begin.plusSeconds(60));
    bench.faults.always(SANDBOX_LIST, Fault.failBefore(FailureKind.UNAVAILABLE));
    bench.advanceSeconds(600);
    assertThat(watcher.lastSuccess()).isEqualTo(rig.begin.plusSeconds(60));
  }
}
