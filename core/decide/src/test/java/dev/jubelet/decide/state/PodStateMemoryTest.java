package dev.jubelet.decide.state;

import static dev.jubelet.decide.state.Looks.IMAGE;
import static dev.jubelet.decide.state.Looks.POD;
import static dev.jubelet.decide.state.Looks.T0;
import static dev.jubelet.decide.state.Looks.after;
import static dev.jubelet.decide.state.Looks.at;
import static dev.jubelet.decide.state.Looks.container;
import static dev.jubelet.decide.state.Looks.create;
import static dev.jubelet.decide.state.Looks.created;
import static dev.jubelet.decide.state.Looks.exited;
import static dev.jubelet.decide.state.Looks.look;
import static dev.jubelet.decide.state.Looks.running;
import static dev.jubelet.decide.state.Looks.sandbox;
import static dev.jubelet.decide.state.Looks.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.ActionResult.Failure;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is remembered of what is seen and of how steps went. */
class PodStateMemoryTest {
  private static final ContainerId A0 = new ContainerId("a-0");
  private Instant wall = at(1000);

  private PodMemory noting(PodMemory memory, ObservedContainer... containers) {
    PodObservation seen = look(1000, List.of(sandbox(0, true)), containers);
    Moment moment = new Moment(at(1000), wall, 0, BackoffSchedule.STANDARD);
    return state(memory, look(0, List.of()))
        .next(new PodEvent.Observed(seen), moment)
        .state()
        .memory();
  }

  // What is seen

  @Test
  void exitIsNotedOnOurOwnClock() {
    PodMemory memory = noting(PodMemory.EMPTY, container("a", 0, exited(1, at(990))));
    assertThat(memory.instance(A0).exitedAt()).isEqualTo(at(990));
  }

  @Test
  void exitIsNotedOnceWhateverTheClockOnTheWallDoesLater() {
    ObservedContainer dead = container("a", 0, exited(1, at(990)));
    PodMemory memory = noting(PodMemory.EMPTY, dead);
    wall = at(5000);
    assertThat(noting(memory, dead).instance(A0).exitedAt()).isEqualTo(at(990));
  }

  @Test
  void clockThatWasSetBackPutsNoExitIntoTheFuture() {
    wall = at(500);
    PodMemory memory = noting(PodMemory.EMPTY, container("a", 0, exited(1, at(990))));
    assertThat(memory.instance(A0).exitedAt()).isEqualTo(at(1000));
  }

  @Test
  void clockThatIsAheadIsTakenForWhatItIs() {
    wall = at(8200);
    PodMemory memory = noting(PodMemory.EMPTY, container("a", 0, exited(1, at(8195))));
    assertThat(memory.instance(A0).exitedAt()).as("five seconds ago").isEqualTo(at(995));
  }

  @Test
  void exitWithoutATimeIsNew() {
    PodMemory memory = noting(PodMemory.EMPTY, container("a", 0, exited(1, Instant.EPOCH)));
    assertThat(memory.instance(A0).exitedAt()).isEqualTo(at(1000));
  }

  @Test
  void exitOfAContainerThatIsGoneIsForgotten() {
    PodMemory memory = noting(PodMemory.EMPTY, container("a", 0, exited(1, at(990))));
    assertThat(noting(memory).instances()).isEmpty();
  }

  @Test
  void highestAttemptIsRememberedAlsoWhenItIsGone() {
    PodMemory memory =
        noting(
            PodMemory.EMPTY,
            container("a", 5, running()),
            container("a", 4, exited(1, at(990))),
            container("b", 0, running()));
    assertThat(memory.attempts()).isEqualTo(Map.of("a", 5, "b", 0));
    assertThat(noting(memory).attempts()).isEqualTo(Map.of("a", 5, "b", 0));
  }

  @Test
  void crashLoopOlderThanWeAreIsAssumedFromTheNewestAttempt() {
    PodMemory memory =
        noting(
            PodMemory.EMPTY,
            container("a", 3, running(), at(900)),
            container("a", 2, exited(1, at(800)), at(700)));
    assertThat(memory.container("a").crash())
        .isEqualTo(new Backoff(Duration.ofSeconds(40), at(900)));
  }

  @Test
  void firstInstanceHasNoCrashLoop() {
    assertThat(noting(PodMemory.EMPTY, container("a", 0, running())).container("a").crash())
        .isNull();
  }

  @Test
  void crashLoopThatWeKnowIsNotAssumedAnew() {
    Backoff known = new Backoff(Duration.ofSeconds(10), at(1));
    PodMemory memory = noting(PodMemory.EMPTY.crash("a", known), container("a", 6, running()));
    assertThat(memory.container("a").crash()).isEqualTo(known);
  }

  // What went well

  private static PodMemory succeeded(PodMemory memory, Action action, Outcome outcome) {
    PodObservation seen = look(0, List.of(sandbox(0, true)), container("a", 0, exited(1, at(3))));
    return after(state(memory, seen), action, ActionResult.done(outcome), 20).memory();
  }

  @Test
  void choresAreTickedOff() {
    PodMemory memory = PodMemory.EMPTY;
    memory = succeeded(memory, new Action.PrepareCgroup(POD), Outcome.NOTHING);
    memory = succeeded(memory, new Action.PrepareDirectories(POD), Outcome.NOTHING);
    memory = succeeded(memory, new Action.UnmountVolumes(POD.uid()), Outcome.NOTHING);
    memory = succeeded(memory, new Action.RemoveCgroup(POD.uid()), Outcome.NOTHING);
    memory =
        succeeded(memory, new Action.RemoveDirectories(POD.uid(), POD.fullName()), Outcome.NOTHING);
    assertThat(memory.progress().done()).containsExactlyInAnyOrder(RememberedStep.values());
  }

  @Test
  void imageIsKeptForItsContainerAndItsPullIsForgiven() {
    Action.EnsureImage ready = new Action.EnsureImage(POD, POD.spec().containers().getFirst());
    PodMemory memory =
        succeeded(
            PodMemory.EMPTY.pull(ready.key(), new Backoff(Duration.ofSeconds(80), T0)),
            ready,
            new Outcome.ImageFound(IMAGE, "", Duration.ZERO));
    assertThat(memory.container("a").image()).isEqualTo(IMAGE);
    assertThat(memory.actions().pulls()).isEmpty();
  }

  @Test
  void createAfterAnExitMakesTheNextCrashWait() {
    PodMemory memory =
        succeeded(
            PodMemory.EMPTY.exited(A0, at(3)).attempted("a", 0),
            create(1),
            new Outcome.ContainerNow(container("a", 1, created())));
    assertThat(memory.container("a").crash())
        .isEqualTo(new Backoff(Duration.ofSeconds(10), at(20)));
    assertThat(memory.attempts()).containsEntry("a", 1);
  }

  @Test
  void firstCreateIsNoCrash() {
    PodMemory memory =
        after(
                state(PodMemory.EMPTY, look(0, List.of(sandbox(0, true)))),
                create(0),
                ActionResult.done(new Outcome.ContainerNow(container("a", 0, created()))),
                20)
            .memory();
    assertThat(memory.container("a").crash()).isNull();
  }

  @Test
  void successForgetsAnEarlierFailure() {
    PodMemory failed =
        PodMemory.EMPTY.failed("cgroup", new Retry(T0, at(10), new WaitingReason("R", "m"), null));
    assertThat(succeeded(failed, new Action.PrepareCgroup(POD), Outcome.NOTHING).retries())
        .isEmpty();
  }

  // What failed

  private static PodMemory failed(
      PodMemory memory, Action action, ActionResult.Failed failed, Instant now, double jitter) {
    return state(memory, look(0, List.of()))
        .next(
            new PodEvent.ActionEnded(action, failed, T0, now),
            new Moment(now, now, jitter, BackoffSchedule.STANDARD))
        .state()
        .memory();
  }

  @ParameterizedTest(name = "{0} with jitter {1}: {2} ms")
  @CsvSource({
    "TRANSIENT, 0.9, 1000",
    "NOT_FOUND, 0.9, 1000",
    "REFUSED, 0, 10000",
    "REFUSED, 0.2, 11000",
    "BROKEN, 0.5, 12500",
    "BROKEN, 0.9, 14500",
  })
  void failureDecidesAboutThePause(Failure failure, double jitter, long pause) {
    PodMemory memory =
        failed(
            PodMemory.EMPTY,
            create(0),
            new ActionResult.Failed(failure, new WaitingReason("R", "m")),
            T0,
            jitter);
    assertThat(memory.retries())
        .containsExactly(
            Map.entry(
                "create a", new Retry(T0, T0.plusMillis(pause), new WaitingReason("R", "m"), "a")));
  }

  @Test
  void failureOfTheSandboxConcernsTheWholePod() {
    PodMemory memory =
        failed(
            PodMemory.EMPTY,
            new Action.RunSandbox(POD, 0),
            new ActionResult.Failed(Failure.BROKEN, new WaitingReason("R", "m")),
            T0,
            0);
    assertThat(memory.retries().values()).extracting(Retry::container).containsOnlyNulls();
  }

  @Test
  void pullsWaitByTheirOwnSchedule() {
    PodMemory memory = PodMemory.EMPTY;
    Instant now = T0;
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      Action pull = new Action.EnsureImage(POD, POD.spec().containers().getFirst());
      memory =
          failed(
              memory,
              pull,
              new ActionResult.Failed(Failure.NOT_FOUND, new WaitingReason("ErrImagePull", "m")),
              now,
              0.7);
      Retry retry = memory.retries().values().iterator().next();
      assertThat(retry.container()).isEqualTo("a");
      waits.add(Duration.between(now, retry.notBefore()).toSeconds());
      now = retry.notBefore();
    }
    assertThat(waits).containsExactly(10L, 20L, 40L, 80L, 160L, 300L, 300L);
  }
}
