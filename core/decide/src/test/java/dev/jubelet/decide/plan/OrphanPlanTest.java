package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A pod whose definition is gone ends as its containers still know they were promised. */
class OrphanPlanTest {
  private static final Map<String, String> HOOKED =
      Map.of(RuntimeAnnotations.PRE_STOP_HANDLER, "{\"exec\":{\"command\":[\"bye\"]}}");

  private static Map<String, String> sidecar(int place) {
    return Map.of(RuntimeAnnotations.SIDECAR, Integer.toString(place));
  }

  private static Views orphan() {
    return up("Always", "x", "").endsAsOrphan();
  }

  @TestFactory
  Stream<DynamicTest> hooks() {
    return PlanTable.tests(
        row(
            "the hook that it carries is run first",
            orphan().carrying("a", "running", HOOKED),
            "do preStop a-0 30 until +30s"),
        row(
            "then it is stopped",
            orphan().carrying("a", "running", HOOKED).preStop("a-0", "done"),
            "do stop a-0 30/30"),
        row(
            "a hook that nobody can read is none",
            orphan()
                .carrying(
                    "a", "running", Map.of(RuntimeAnnotations.PRE_STOP_HANDLER, "{\"exec\":")),
            "do stop a-0 30/30"),
        row(
            "what does not run has no hook to run",
            orphan().carrying("a", "unknown", HOOKED),
            "do stop a-0 30/30"));
  }

  @TestFactory
  Stream<DynamicTest> sidecars() {
    return PlanTable.tests(
        row(
            "sidecars wait for the others",
            orphan()
                .carrying("s", "running", sidecar(0))
                .carrying("t", "running", sidecar(1))
                .carrying("a", "running", Map.of()),
            "do stop a-0 30/30 until +30s"),
        row(
            "then the last one goes first",
            orphan()
                .carrying("s", "running", sidecar(0))
                .carrying("t", "running", sidecar(1))
                .carrying("a", "exit0", Map.of()),
            "do stop t-0 30/30 until +30s"),
        row(
            "and the first one last",
            orphan()
                .carrying("s", "running", sidecar(0))
                .carrying("t", "exit0", sidecar(1))
                .carrying("a", "exit0", Map.of()),
            "do stop s-0 30/30"));
  }
}
