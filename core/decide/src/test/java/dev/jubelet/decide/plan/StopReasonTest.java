package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.state.Moment;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.state.PodState;
import dev.jubelet.model.runtime.ContainerId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a container that we stop is to run again, whatever its exit says. */
class StopReasonTest {
  private static final ContainerId A0 = new ContainerId("a-0");

  private static Action first(Views given) {
    PodPlan plan = PodPlanner.plan(given.view(), Views.NOW);
    assertThat(plan).isInstanceOf(PodPlan.Act.class);
    return ((PodPlan.Act) plan).actions().getFirst();
  }

  /** What is remembered of the instance once the first step of the plan has begun. */
  private static boolean restarts(Views given) {
    Moment moment = new Moment(Views.NOW, Views.NOW, 0, BackoffSchedule.STANDARD);
    PodState begun =
        given
            .view()
            .state()
            .next(new PodEvent.ActionBegun(first(given), Views.NOW), moment)
            .state();
    return begun.memory().instance(A0).restart();
  }

  @ParameterizedTest
  @CsvSource({"Always", "OnFailure", "Never"})
  void anotherDefinitionRestartsWhateverThePolicy(String policy) {
    assertThat(restarts(up(policy, "a:changed"))).isTrue();
  }

  @Test
  void itIsRememberedFromItsPreStopHookOn() {
    Views given = up("OnFailure", "a(pre)", "a:changed");
    assertThat(first(given)).isInstanceOf(Action.RunPreStop.class);
    assertThat(restarts(given)).isTrue();
  }

  @Test
  void aProbeSaysItself() {
    assertThat(restarts(up("OnFailure", "a:running").condemned("a-0", 7))).isTrue();
  }

  @Test
  void aFailedPostStartHookLeavesItToThePolicy() {
    assertThat(restarts(up("OnFailure", "a(post)", "a:running").postStart("a-0", "failed")))
        .isFalse();
  }

  @Test
  void aReplacedSandboxRestartsWhatRanInIt() {
    assertThat(restarts(Views.of("OnFailure", "a").deadSandbox(0).sees("a:running"))).isTrue();
  }

  @Test
  void theEndOfThePodRestartsNothing() {
    assertThat(restarts(up("Always", "a:running").ends(30, 0))).isFalse();
  }
}
