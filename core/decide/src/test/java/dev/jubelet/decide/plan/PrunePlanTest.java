package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** History that nobody asks for is taken away beside whatever the pod is doing. */
class PrunePlanTest {
  @TestFactory
  Stream<DynamicTest> containers() {
    return PlanTable.tests(
        row("state and last state are kept", up("Always", "a:exit1>running"), "settled"),
        row("what is older goes", up("Always", "a:exit1>exit1>running"), "do remove a-0"),
        row("all of it", up("Always", "a:exit1>exit1>exit1>running"), "do remove a-1, remove a-0"),
        row(
            "each container has its own count",
            up("Always", "a b", "a:exit1>running b:exit1>exit1>running"),
            "do remove b-0"),
        row(
            "of init containers only the newest end is kept",
            up("Always", "i | a", "i:exit1>exit1>exit0 a:running"),
            "do remove i-1, remove i-0"),
        row(
            "of a sidecar the one before the one that runs",
            up("Always", "s* | a", "s:exit1>exit1>running a:running"),
            "do remove s-0"),
        row(
            "beside other work",
            up("Always", "a:exit1>exit1>exit1").imagesOf("a"),
            "do create a#3 in s0, remove a-0"),
        row(
            "during a back-off, which is not forgotten",
            up("Always", "a:exit1>exit1>exit1").ended("a-2", 4).crashed("a", 10, 60),
            "do remove a-0 until +6s"),
        row(
            "while something else is waited for",
            up("Always", "i | a", "i:exit1>exit1>running"),
            "do image a, remove i-0"),
        row(
            "one under way is left out",
            up("Always", "a:exit1>exit1>running")
                .underWay(up("Always", "").removeContainer("a", 0)),
            "settled"),
        row(
            "one that could not be removed waits for its next try and holds up nothing",
            up("Always", "a:exit1>exit1>created").failed("remove a-0", 10, null),
            "do start a-2 until +10s"),
        row(
            "one that was never started is not taken for history",
            up("Always", "a:created>exit1>running"),
            "settled"));
  }

  @TestFactory
  Stream<DynamicTest> sandboxes() {
    return PlanTable.tests(
        row(
            "a dead one in which nothing is kept goes",
            Views.of("Always", "a").deadSandbox(0).sandbox(1).seesIn(1, 1, "a:running"),
            "do remove sandbox s0"),
        row(
            "one with a last state in it stays",
            Views.of("Always", "a")
                .deadSandbox(0)
                .sees("a:exit1")
                .sandbox(1)
                .seesIn(1, 1, "a:running"),
            "settled"),
        row(
            "it goes with what is pruned in it",
            Views.of("Always", "a")
                .deadSandbox(0)
                .sees("a:exit1")
                .sandbox(1)
                .seesIn(1, 1, "a:exit1>running"),
            "do remove a-0, remove sandbox s0"),
        row(
            "the newest is never pruned",
            Views.of("Always", "a").deadSandbox(0).stoppedSandbox(0).imagesOf("a"),
            "do run sandbox 1"));
  }
}
