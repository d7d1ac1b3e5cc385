package dev.jubelet.decide.state;

import static dev.jubelet.decide.state.Looks.POD;
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
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is seen after a step, before anybody has looked. */
class ActionSuccessTest {
  private static final ObservedContainer A0 = container("a", 0, exited(1, at(1)));
  private static final ObservedContainer A1 = container("a", 1, created());
  private static final ObservedContainer B0 = container("b", 0, running());
  private static final PodObservation SEEN = look(0, List.of(sandbox(0, true)), A0, B0);

  private static PodObservation after(PodObservation seen, Action action, Outcome outcome) {
    return Looks.after(state(PodMemory.EMPTY, seen), action, ActionResult.done(outcome), 2)
        .observed();
  }

  private static Action stop(ObservedContainer container) {
    return new Action.StopContainer(container, Duration.ZERO, Duration.ZERO, false);
  }

  @Test
  void sandboxThatRanIsTheNewest() {
    PodObservation after =
        after(
            SEEN,
            new Action.RunSandbox(POD, 1),
            new Outcome.SandboxRan(sandbox(1, true), Duration.ZERO));
    assertThat(after.sandboxes()).containsExactly(sandbox(1, true), sandbox(0, true));
    assertThat(after.containers()).isEqualTo(SEEN.containers());
  }

  @Test
  void sandboxThatWasSeenAlreadyIsNotSeenTwice() {
    PodObservation after =
        after(
            SEEN,
            new Action.RunSandbox(POD, 0),
            new Outcome.SandboxRan(sandbox(0, true), Duration.ZERO));
    assertThat(after.sandboxes()).containsExactly(sandbox(0, true));
  }

  @Test
  void createdContainerIsTheNewestOfItsName() {
    PodObservation after = after(SEEN, create(1), new Outcome.ContainerNow(A1));
    assertThat(after.newest("a")).contains(A1);
    assertThat(after.containers()).contains(A0, B0);
  }

  @Test
  void startedContainerTakesThePlaceOfTheCreatedOne() {
    PodObservation before = look(0, List.of(), A1, A0, B0);
    ObservedContainer started = container("a", 1, running());
    PodObservation after =
        after(before, new Action.StartContainer(POD, A1), new Outcome.ContainerNow(started));
    assertThat(after.containers()).containsExactly(started, A0, B0);
  }

  @Test
  void stoppedContainerShowsHowItEnded() {
    ObservedContainer ended = container("b", 0, exited(143, at(2)));
    PodObservation after = after(SEEN, stop(B0), new Outcome.ContainerNow(ended));
    assertThat(after.containers()).containsExactly(A0, ended);
  }

  @Test
  void containerThatNobodyKnowsAnyMoreIsLeftForTheNextLook() {
    assertThat(after(SEEN, stop(B0), new Outcome.ContainerNow(null))).isEqualTo(SEEN);
  }

  @Test
  void stoppedSandboxIsNotReady() {
    PodObservation after = after(SEEN, new Action.StopSandbox(sandbox(0, true)), Outcome.NOTHING);
    assertThat(after.newestSandbox().orElseThrow().ready()).isFalse();
  }

  @Test
  void removedSandboxTakesItsContainersAlong() {
    ObservedContainer elsewhere = container("c", 0, running()).in(new SandboxId("s1"));
    PodObservation before =
        look(0, List.of(sandbox(1, true), sandbox(0, false)), elsewhere, A0, B0);
    PodObservation after =
        after(before, new Action.RemoveSandbox(sandbox(0, false)), Outcome.NOTHING);
    assertThat(after.sandboxes()).containsExactly(sandbox(1, true));
    assertThat(after.containers()).containsExactly(elsewhere);
  }

  @Test
  void removedContainerIsGone() {
    assertThat(after(SEEN, new Action.RemoveContainer(A0), Outcome.NOTHING).containers())
        .containsExactly(B0);
  }

  @Test
  void otherStepsShowNothing() {
    assertThat(
            List.of(
                new Action.PrepareCgroup(POD),
                new Action.PrepareDirectories(POD),
                new Action.EnsureImage(POD, POD.spec().containers().getFirst()),
                new Action.UnmountVolumes(POD.uid()),
                new Action.RemoveCgroup(POD.uid()),
                new Action.RemoveDirectories(POD.uid(), POD.fullName())))
        .allSatisfy(action -> assertThat(after(SEEN, action, Outcome.NOTHING)).isEqualTo(SEEN));
  }

  @Test
  void momentOfTheLookStays() {
    assertThat(after(SEEN, create(1), new Outcome.ContainerNow(A1)).takenAt())
        .isEqualTo(SEEN.takenAt());
  }
}
