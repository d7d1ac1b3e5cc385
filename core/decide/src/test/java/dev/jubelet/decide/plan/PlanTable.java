package dev.jubelet.decide.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.state.PodView;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Rows of sentence, view and plan, each of them a test of its own. */
public final class PlanTable {
  private PlanTable() {}

  public record Row(String sentence, Views given, String plan) {}

  public static Row row(String sentence, Views given, String plan) {
    return new Row(sentence, given, plan);
  }

  /** The base that most rows stand on: a pod with one container a in a ready sandbox. */
  public static Views up(String policy, String seen) {
    return up(policy, "a", seen);
  }

  public static Views up(String policy, String names, String seen) {
    Views views = Views.of(policy, names).sandbox(0);
    return seen.isEmpty() ? views : views.sees(seen);
  }

  public static Stream<DynamicTest> tests(Row... rows) {
    return List.of(rows).stream()
        .map(row -> DynamicTest.dynamicTest(row.sentence(), () -> check(row)));
  }

  private static void check(Row row) {
    PodView view = row.given().view();
    PodPlan plan = PodPlanner.plan(view, Views.NOW);
    assertThat(PlanWords.of(plan)).isEqualTo(row.plan());
    assertThat(PlanWords.why(plan)).as("a plan says why").isNotBlank();
    assertThat(PodPlanner.plan(view, Views.NOW)).as("the same question again").isEqualTo(plan);
    if (plan instanceof PodPlan.Act act) {
      assertThat(act.actions().stream().map(Action::key)).as("keys").doesNotHaveDuplicates();
    }
  }
}
