package dev.jubelet.decide.state;

import static dev.jubelet.decide.state.Looks.T0;
import static dev.jubelet.decide.state.Looks.at;
import static dev.jubelet.decide.state.Looks.look;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.lifecycle.Termination;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of events that nobody has taken yet when more of their kind come. */
class PodEventTest {
  private static PodEvent.Ending ending(int askedAt, int grace, boolean wanted) {
    return new PodEvent.Ending(
        new Termination(
            Termination.Cause.REMOVED,
            at(askedAt),
            Duration.ofSeconds(grace),
            "asked at " + askedAt),
        wanted);
  }

  @Test
  void newestDefinitionWins() {
    PodEvent older = new PodEvent.Desired(Looks.POD);
    PodEvent newer = new PodEvent.Desired(Looks.POD);
    assertThat(older.slot()).isEqualTo(newer.slot());
    assertThat(PodEvent.merged(older, newer)).isSameAs(newer);
  }

  @ParameterizedTest(name = "asked at {0} for {1} s and at {2} for {3} s: the one of {4}")
  @CsvSource({"0, 30, 5, 30, 0", "0, 30, 5, 10, 5", "0, 0, 9, 0, 0", "0, 100, 50, 30, 50"})
  void earlierEndWins(int first, int graceOfFirst, int second, int graceOfSecond, int winner) {
    assertThat(
            PodEvent.merged(
                ending(first, graceOfFirst, false), ending(second, graceOfSecond, false)))
        .isInstanceOfSatisfying(
            PodEvent.Ending.class,
            merged -> assertThat(merged.termination().askedAt()).isEqualTo(at(winner)));
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true",
    "true, false, false",
    "false, true, false",
    "false, false, false"
  })
  void podIsWantedOnlyIfBothSaySo(boolean first, boolean second, boolean wanted) {
    assertThat(PodEvent.merged(ending(0, 30, first), ending(1, 30, second)))
        .isInstanceOfSatisfying(
            PodEvent.Ending.class, merged -> assertThat(merged.wanted()).isEqualTo(wanted));
  }

  @Test
  void lookNeverGetsOlder() {
    PodEvent early = new PodEvent.Observed(look(1, List.of()));
    PodEvent late = new PodEvent.Observed(look(2, List.of()));
    assertThat(PodEvent.merged(early, late)).isSameAs(late);
    assertThat(PodEvent.merged(late, early)).isSameAs(late);
  }

  @Test
  void resultsOfActionsAreNeverMerged() {
    PodEvent one = ended(new Action.PrepareCgroup(Looks.POD));
    PodEvent other = ended(new Action.PrepareDirectories(Looks.POD));
    assertThat(one.slot()).isNotEqualTo(other.slot());
  }

  private static PodEvent ended(Action action) {
    return new PodEvent.ActionEnded(action, ActionResult.done(Outcome.NOTHING), T0, T0);
  }

  @Test
  void kindsDoNotReplaceEachOther() {
    assertThat(
            List.of(
                    new PodEvent.Desired(Looks.POD),
                    new PodEvent.Released(),
                    ending(0, 1, false),
                    new PodEvent.Dismissed(),
                    new PodEvent.Observed(look(1, List.of())),
                    new PodEvent.NetworkReady(true),
                    new PodEvent.Alarm())
                .stream()
                .map(PodEvent::slot))
        .doesNotHaveDuplicates();
  }
}
