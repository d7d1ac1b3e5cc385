package dev.jubelet.engine.pod;

import static dev.jubelet.engine.Looks.at;
import static dev.jubelet.engine.Looks.container;
import static dev.jubelet.engine.Looks.created;
import static dev.jubelet.engine.Looks.exited;
import static dev.jubelet.engine.Looks.look;
import static dev.jubelet.engine.Looks.running;
import static dev.jubelet.engine.Looks.sandbox;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.act.Outcome;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SightTest {
  private static final Pod POD = Bench.pod("u");
  private static final List<ObservedSandbox> READY = List.of(sandbox(0, true));
  private static final ObservedContainer A_CREATED = container("a", 0, created());
  private static final ObservedContainer A_RUNNING = container("a", 0, running());
  private static final ObservedContainer A_EXITED = container("a", 0, exited(1, at(3)));
  private static final ObservedContainer B_RUNNING = container("b", 0, running());
  private static final ObservedContainer B_EXITED = container("b", 0, exited(1, at(3)));
  private static final Action START = new Action.StartContainer(POD, A_CREATED);
  private static final Action STOP =
      new Action.StopContainer(A_RUNNING, Duration.ofSeconds(2), Duration.ofSeconds(2));
  private static final Action RUN = new Action.RunSandbox(POD, 0);

  private final Sight sight = new Sight(look(0, READY, A_CREATED));

  @Test
  void newerLookReplacesAnOlderOne() {
    sight.looked(look(1, READY, A_EXITED), List.of());
    assertThat(sight.observed()).isEqualTo(look(1, READY, A_EXITED));
    assertThat(sight.takeLookAgain()).isFalse();
  }

  @Test
  void lookThatWasOvertakenIsNotTaken() {
    sight.looked(look(5, READY, A_RUNNING), List.of());
    sight.looked(look(4, List.of()), List.of());
    assertThat(sight.observed()).isEqualTo(look(5, READY, A_RUNNING));
  }

  @Test
  void ownStepIsSeenAtOnce() {
    sight.did(START, new Outcome.ContainerNow(A_RUNNING), at(2));
    assertThat(sight.observed().containers()).containsExactly(A_RUNNING);
    assertThat(sight.fresh()).isTrue();
  }

  @Test
  void lookThatBeganBeforeAStepEndedDoesNotCountForWhatItTouched() {
    sight.did(START, new Outcome.ContainerNow(A_RUNNING), at(2));
    sight.looked(look(1, READY, A_CREATED, B_EXITED), List.of());
    assertThat(sight.observed().containers()).containsExactlyInAnyOrder(A_RUNNING, B_EXITED);
    assertThat(sight.takeLookAgain()).as("what was left out is looked at once more").isTrue();
    assertThat(sight.takeLookAgain()).as("asked for once").isFalse();
  }

  @Test
  void lookThatBeganAfterTheStepCounts() {
    sight.did(START, new Outcome.ContainerNow(A_RUNNING), at(2));
    sight.looked(look(2, READY, A_EXITED), List.of());
    assertThat(sight.observed().containers()).containsExactly(A_EXITED);
    assertThat(sight.takeLookAgain()).isFalse();
  }

  @Test
  void whatIsUnderWayIsNotTakenFromALook() {
    sight.looked(look(0, READY, A_RUNNING, B_RUNNING), List.of());
    sight.looked(look(1, READY, A_EXITED, B_EXITED), List.of(STOP));
    assertThat(sight.observed().containers()).containsExactlyInAnyOrder(A_RUNNING, B_EXITED);
    assertThat(sight.takeLookAgain()).isTrue();
  }

  @Test
  void containerThatIsBeingMadeIsNotSeenTwice() {
    Sight empty = new Sight(look(0, READY));
    Action create =
        new Action.CreateContainer(
            POD,
            POD.spec().containers().getFirst(),
            0,
            sandbox(0, true),
            new ObservedImage("i", List.of(), List.of(), 1, null, "", false),
            Map.of());
    empty.looked(look(1, READY, A_CREATED), List.of(create));
    assertThat(empty.observed().containers()).isEmpty();
    empty.did(create, new Outcome.ContainerNow(A_CREATED), at(2));
    assertThat(empty.observed().containers()).containsExactly(A_CREATED);
  }

  @Test
  void sandboxesAreKeptAsAWhole() {
    Sight empty = new Sight(look(0, List.of()));
    empty.looked(look(1, READY, B_RUNNING), List.of(RUN));
    assertThat(empty.observed().sandboxes()).isEmpty();
    assertThat(empty.observed().containers()).containsExactly(B_RUNNING);
  }

  @Test
  void stepsThatTheRuntimeDoesNotSeeTouchNothing() {
    sight.did(new Action.PrepareCgroup(POD), Outcome.NOTHING, at(9));
    sight.looked(look(1, READY, A_RUNNING), List.of(new Action.PrepareDirectories(POD)));
    assertThat(sight.observed().containers()).containsExactly(A_RUNNING);
    assertThat(sight.takeLookAgain()).isFalse();
    assertThat(Sight.changesSight(new Action.PrepareCgroup(POD))).isFalse();
    assertThat(Sight.changesSight(STOP)).isTrue();
  }

  @Test
  void unknownOutcomeDemandsALookThatBeginsLater() {
    sight.did(START, null, at(2));
    sight.unclear(START, at(2));
    assertThat(sight.fresh()).isFalse();
    assertThat(sight.takeLookAgain()).isTrue();
    sight.looked(look(1, READY, A_RUNNING), List.of());
    assertThat(sight.fresh()).as("that look is older").isFalse();
    assertThat(sight.takeLookAgain()).isTrue();
    sight.looked(look(3, READY, A_RUNNING), List.of());
    assertThat(sight.fresh()).isTrue();
    assertThat(sight.observed().containers()).containsExactly(A_RUNNING);
    assertThat(sight.takeLookAgain()).isFalse();
  }

  @Test
  void lookThatMayNotShowAContainerDoesNotClearUpItsUnknownOutcome() {
    sight.unclear(START, at(2));
    sight.looked(look(3, READY, A_RUNNING), List.of(STOP));
    assertThat(sight.fresh()).as("the look was taken while another step touched it").isFalse();
  }

  @Test
  void secondUnknownOutcomeMovesTheDemand() {
    sight.unclear(START, at(2));
    sight.unclear(START, at(6));
    sight.looked(look(4, READY, A_RUNNING), List.of());
    assertThat(sight.fresh()).isFalse();
    sight.looked(look(6, READY, A_RUNNING), List.of());
    assertThat(sight.fresh()).isTrue();
  }

  @Test
  void containerThatTheRuntimeLostDuringAStepHasToBeLookedAt() {
    sight.did(STOP, new Outcome.ContainerNow(null), at(2));
    assertThat(sight.fresh()).isFalse();
    assertThat(sight.takeLookAgain()).isTrue();
  }

  @Test
  void lookKeepsTheNewestInstanceFirst() {
    ObservedContainer second = container("a", 1, running());
    sight.did(START, new Outcome.ContainerNow(A_EXITED), at(2));
    sight.did(START, new Outcome.ContainerNow(second), at(3));
    sight.looked(look(1, READY, A_CREATED, B_RUNNING), List.of());
    assertThat(sight.observed().newest("a")).contains(second);
  }
}
