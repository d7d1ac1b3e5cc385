package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.RememberedStep;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What becomes of the remains, and the states in which there is nothing to do. */
class CleanUpPlanTest {
  @TestFactory
  Stream<DynamicTest> remains() {
    return PlanTable.tests(
        row(
            "are kept for as long as somebody wants the pod",
            up("Always", "a:exit0").hasEnded(true),
            "settled"),
        row(
            "go when nobody does: a sandbox with all that is in it",
            up("Always", "a b", "a:exit0 b:exit0").hasEnded(false),
            "do remove sandbox s0"),
        row(
            "all sandboxes",
            Views.of("Always", "a").deadSandbox(0).sees("a:exit1").deadSandbox(1).hasEnded(false),
            "do remove sandbox s1, remove sandbox s0"),
        row(
            "containers whose sandbox is gone already, one by one",
            Views.of("Always", "a").sees("a:exit1>exit0").hasEnded(false),
            "do remove a-1, remove a-0"),
        row(
            "both side by side",
            Views.of("Always", "a").deadSandbox(1).seesIn(0, 0, "a:exit1").hasEnded(false),
            "do remove sandbox s1, remove a-0"),
        row(
            "one under way is waited for",
            up("Always", "")
                .hasEnded(false)
                .underWay(
                    new Action.RemoveSandbox(
                        up("Always", "").view().observed().newestSandbox().orElseThrow())),
            "wait for nobody asks for its remains any more"),
        row(
            "then the directories",
            Views.of("Always", "a").hasEnded(false),
            "do remove directories"),
        row(
            "and nothing is left",
            Views.of("Always", "a").did(RememberedStep.DIRECTORIES_REMOVED).hasEnded(false),
            "settled"),
        row(
            "directories that could not be removed are tried again later",
            Views.of("Always", "a").failed("remove directories", 10, null).hasEnded(false),
            "wait until +10s"));
  }

  @TestFactory
  Stream<DynamicTest> nothingIsDone() {
    return PlanTable.tests(
        row(
            "for a pod that waits for another",
            Views.of("Always", "a").waits("the end of its predecessor"),
            "wait for the end of its predecessor"),
        row(
            "for a pod that waits, whatever is seen of it",
            up("Always", "a:created").waits("the end of its predecessor"),
            "wait for the end of its predecessor"),
        row("for a pod that is finished", up("Always", "a:created").finished(), "settled"));
  }
}
