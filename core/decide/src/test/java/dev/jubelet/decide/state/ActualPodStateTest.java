package dev.jubelet.decide.state;

import static dev.jubelet.decide.state.Looks.POD;
import static dev.jubelet.decide.state.Looks.at;
import static dev.jubelet.decide.state.Looks.container;
import static dev.jubelet.decide.state.Looks.created;
import static dev.jubelet.decide.state.Looks.exited;
import static dev.jubelet.decide.state.Looks.look;
import static dev.jubelet.decide.state.Looks.running;
import static dev.jubelet.decide.state.Looks.sandbox;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActualPodStateTest {
  private static final List<ObservedSandbox> READY = List.of(sandbox(0, true));
  private static final ObservedContainer A_CREATED = container("a", 0, created());
  private static final ObservedContainer A_RUNNING = container("a", 0, running());
  private static final ObservedContainer A_EXITED = container("a", 0, exited(1, at(3)));
  private static final ObservedContainer B_RUNNING = container("b", 0, running());
  private static final ObservedContainer B_EXITED = container("b", 0, exited(1, at(3)));
  private static final Action START = new Action.StartContainer(POD, A_CREATED);
  private static final Action STOP =
      new Action.StopContainer(A_RUNNING, Duration.ofSeconds(2), Duration.ofSeconds(2), false);
  private static final Action RUN = new Action.RunSandbox(POD, 0);

  private ActualPodState actual = new ActualPodState(look(0, READY, A_CREATED));

  private static ActualPodState did(
      ActualPodState before, Action action, @Nullable ObservedContainer now, int at) {
    return before.did(action, at(at)).with(action, now, at(at));
  }

  @Test
  void newerLookReplacesAnOlderOne() {
    actual = actual.looked(look(1, READY, A_EXITED), List.of());
    assertThat(actual.observed()).isEqualTo(look(1, READY, A_EXITED));
    assertThat(actual.lookAgain()).isFalse();
  }

  @Test
  void lookThatWasOvertakenIsNotTaken() {
    actual = actual.looked(look(5, READY, A_RUNNING), List.of());
    actual = actual.looked(look(4, List.of()), List.of());
    assertThat(actual.observed()).isEqualTo(look(5, READY, A_RUNNING));
  }

  @Test
  void ownStepIsSeenAtOnce() {
    actual = did(actual, START, A_RUNNING, 2);
    assertThat(actual.observed().containers()).containsExactly(A_RUNNING);
    assertThat(actual.fresh()).isTrue();
  }

  @Test
  void lookThatBeganBeforeAStepEndedDoesNotCountForWhatItTouched() {
    actual = did(actual, START, A_RUNNING, 2);
    actual = actual.looked(look(1, READY, A_CREATED, B_EXITED), List.of());
    assertThat(actual.observed().containers()).containsExactlyInAnyOrder(A_RUNNING, B_EXITED);
    assertThat(actual.lookAgain()).as("what was left out is looked at once more").isTrue();
    assertThat(actual.looking().lookAgain()).as("asked for once").isFalse();
  }

  @Test
  void lookThatBeganAfterTheStepCounts() {
    actual = did(actual, START, A_RUNNING, 2);
    actual = actual.looked(look(2, READY, A_EXITED), List.of());
    assertThat(actual.observed().containers()).containsExactly(A_EXITED);
    assertThat(actual.lookAgain()).isFalse();
  }

  @Test
  void whatIsUnderWayIsNotTakenFromALook() {
    actual = actual.looked(look(0, READY, A_RUNNING, B_RUNNING), List.of());
    actual = actual.looked(look(1, READY, A_EXITED, B_EXITED), List.of(STOP));
    assertThat(actual.observed().containers()).containsExactlyInAnyOrder(A_RUNNING, B_EXITED);
    assertThat(actual.lookAgain()).isTrue();
  }

  @Test
  void containerThatIsBeingMadeIsNotSeenTwice() {
    ActualPodState empty = new ActualPodState(look(0, READY));
    Action create =
        new Action.CreateContainer(
            POD,
            POD.spec().containers().getFirst(),
            0,
            sandbox(0, true),
            new ObservedImage("i", List.of(), List.of(), 1, null, "", false),
            Map.of());
    empty = empty.looked(look(1, READY, A_CREATED), List.of(create));
    assertThat(empty.observed().containers()).isEmpty();
    empty = did(empty, create, A_CREATED, 2);
    assertThat(empty.observed().containers()).containsExactly(A_CREATED);
  }

  @Test
  void sandboxesAreKeptAsAWhole() {
    ActualPodState empty = new ActualPodState(look(0, List.of()));
    empty = empty.looked(look(1, READY, B_RUNNING), List.of(RUN));
    assertThat(empty.observed().sandboxes()).isEmpty();
    assertThat(empty.observed().containers()).containsExactly(B_RUNNING);
  }

  @Test
  void stepsThatTheRuntimeDoesNotSeeTouchNothing() {
    actual = actual.did(new Action.PrepareCgroup(POD), at(9));
    actual = actual.looked(look(1, READY, A_RUNNING), List.of(new Action.PrepareDirectories(POD)));
    assertThat(actual.observed().containers()).containsExactly(A_RUNNING);
    assertThat(actual.lookAgain()).isFalse();
    assertThat(new Action.PrepareCgroup(POD).touches()).isEmpty();
    assertThat(STOP.touches()).containsExactly("a");
  }

  @Test
  void unknownOutcomeDemandsALookThatBeginsLater() {
    actual = actual.did(START, at(2));
    actual = actual.unclear(START, at(2));
    assertThat(actual.fresh()).isFalse();
    assertThat(actual.lookAgain()).isTrue();
    actual = actual.looking().looked(look(1, READY, A_RUNNING), List.of());
    assertThat(actual.fresh()).as("that look is older").isFalse();
    assertThat(actual.lookAgain()).isTrue();
    actual = actual.looking().looked(look(3, READY, A_RUNNING), List.of());
    assertThat(actual.fresh()).isTrue();
    assertThat(actual.observed().containers()).containsExactly(A_RUNNING);
    assertThat(actual.lookAgain()).isFalse();
  }

  @Test
  void lookThatMayNotShowAContainerDoesNotClearUpItsUnknownOutcome() {
    actual = actual.unclear(START, at(2));
    actual = actual.looked(look(3, READY, A_RUNNING), List.of(STOP));
    assertThat(actual.fresh()).as("the look was taken while another step touched it").isFalse();
  }

  @Test
  void secondUnknownOutcomeMovesTheDemand() {
    actual = actual.unclear(START, at(2));
    actual = actual.unclear(START, at(6));
    actual = actual.looked(look(4, READY, A_RUNNING), List.of());
    assertThat(actual.fresh()).isFalse();
    actual = actual.looked(look(6, READY, A_RUNNING), List.of());
    assertThat(actual.fresh()).isTrue();
  }

  @Test
  void containerThatTheRuntimeLostDuringAStepHasToBeLookedAt() {
    actual = did(actual, STOP, null, 2);
    assertThat(actual.fresh()).isFalse();
    assertThat(actual.lookAgain()).isTrue();
  }

  @Test
  void lookKeepsTheNewestInstanceFirst() {
    ObservedContainer second = container("a", 1, running());
    actual = did(actual, START, A_EXITED, 2);
    actual = did(actual, START, second, 3);
    actual = actual.looked(look(1, READY, A_CREATED, B_RUNNING), List.of());
    assertThat(actual.observed().newest("a")).contains(second);
  }
}
