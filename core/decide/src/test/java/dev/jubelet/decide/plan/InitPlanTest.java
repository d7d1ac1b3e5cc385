package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Init containers run one by one, sidecars stay in their place of the row. */
class InitPlanTest {
  private static Views inits(String seen) {
    return up("Always", "i j | a", seen);
  }

  private static Views sidecar(String seen) {
    return up("Always", "i s* j | a", seen);
  }

  @TestFactory
  Stream<DynamicTest> oneByOne() {
    return PlanTable.tests(
        row("the first begins alone", inits("").imagesOf("i j a"), "do create i#0 in s0"),
        row("its image is made ready first", inits(""), "do image i, image j, image a"),
        row("it is started", inits("i:created"), "do start i-0, image j, image a"),
        row("the next waits for its end", inits("i:running"), "do image j, image a"),
        row("success lets the next begin", inits("i:exit0").imagesOf("j a"), "do create j#0 in s0"),
        row("failure does not", inits("i:exit1").imagesOf("i j"), "do create i#1 in s0, image a"),
        row("the second runs", inits("i:exit0 j:running"), "do image a"),
        row(
            "once the second has begun nobody asks for the first any more",
            inits("j:exit1").imagesOf("j"),
            "do create j#1 in s0, image a"),
        row(
            "all have succeeded: the main containers begin",
            inits("i:exit0 j:exit0").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "the last one's success stands for all",
            inits("j:exit0").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "once a main container exists all of that is over",
            inits("i:exit0 j:exit0 a:exit1").imagesOf("a"),
            "do create a#1 in s0"),
        row(
            "also when the runtime has forgotten the init containers",
            inits("a:running"),
            "settled"),
        row(
            "one that the runtime lost sight of is stopped",
            inits("i:unknown"),
            "do stop i-0 30/30, image j, image a"),
        row(
            "one whose definition changed while it runs is stopped",
            inits("i:changed"),
            "do stop i-0 30/30, image i, image j, image a"));
  }

  @TestFactory
  Stream<DynamicTest> failuresByPolicy() {
    return PlanTable.tests(
        row(
            "Always: it is tried again",
            up("Always", "i | a", "i:exit1").imagesOf("i"),
            "do create i#1 in s0, image a"),
        row(
            "OnFailure: it is tried again",
            up("OnFailure", "i | a", "i:exit1").imagesOf("i"),
            "do create i#1 in s0, image a"),
        row(
            "Never: the pod has failed",
            up("Never", "i | a", "i:exit1"),
            "end COMPLETED: init container i failed"),
        row(
            "Never: a success goes on",
            up("Never", "i | a", "i:exit0").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "Never: the failure of a later one fails the pod too",
            up("Never", "i j | a", "i:exit0 j:exit3"),
            "end COMPLETED: init container j failed"),
        row(
            "a failed one waits in back-off",
            up("Always", "i | a", "i:exit1").ended("i-0", 3).crashed("i", 10, 30),
            "do image a until +7s"),
        row(
            "and is made when its back-off has passed",
            up("Always", "i | a", "i:exit1").ended("i-0", 10).crashed("i", 10, 30).imagesOf("i"),
            "do create i#1 in s0, image a"));
  }

  @TestFactory
  Stream<DynamicTest> anotherSandboxBeginsAnew() {
    return PlanTable.tests(
        row(
            "what succeeded in an earlier sandbox has to be done again",
            Views.of("Always", "i | a")
                .deadSandbox(0)
                .sees("i:exit0 a:exit137")
                .sandbox(1)
                .imagesOf("i"),
            "do create i#1 in s1, image a"),
        row(
            "it does not wait for a back-off of the earlier sandbox",
            Views.of("Always", "i | a")
                .deadSandbox(0)
                .sees("i:exit1")
                .sandbox(1)
                .ended("i-0", 1)
                .crashed("i", 300, 10)
                .imagesOf("i"),
            "do create i#1 in s1, image a"),
        row(
            "main containers follow after it",
            Views.of("Always", "i | a")
                .deadSandbox(0)
                .sees("i:exit0 a:exit137")
                .sandbox(1)
                .seesIn(1, 1, "i:exit0")
                .imagesOf("a"),
            "do create a#1 in s1, remove i-0"));
  }

  @TestFactory
  Stream<DynamicTest> sidecars() {
    return PlanTable.tests(
        row(
            "one begins in its place of the row",
            sidecar("i:exit0").imagesOf("s"),
            "do create s#0 in s0, image j, image a"),
        row("not before its predecessor", sidecar("i:running"), "do image s, image j, image a"),
        row("it is started", sidecar("i:exit0 s:created"), "do start s-0, image j, image a"),
        row(
            "the next one waits for it to run, not for its end",
            sidecar("i:exit0 s:running").imagesOf("j"),
            "do create j#0 in s0, image a"),
        row(
            "one that died is restarted while a later init container runs",
            sidecar("i:exit0 s:exit1 j:running").imagesOf("s"),
            "do create s#1 in s0, image a"),
        row(
            "one that succeeded is restarted all the same",
            sidecar("i:exit0 s:exit0 j:running").imagesOf("s"),
            "do create s#1 in s0, image a"),
        row(
            "main containers begin while it runs",
            sidecar("i:exit0 s:running j:exit0").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "one that died is restarted beside the main containers",
            sidecar("i:exit0 s:exit1 j:exit0 a:running").imagesOf("s"),
            "do create s#1 in s0"),
        row(
            "and waits in back-off as they do",
            sidecar("i:exit0 s:exit1 j:exit0 a:running").ended("s-0", 4).crashed("s", 20, 60),
            "wait until +16s"),
        row(
            "with everything running there is nothing to do",
            sidecar("i:exit0 s:running j:exit0 a:running"),
            "settled"),
        row(
            "in a pod that never restarts it is restarted as well",
            up("Never", "s* | a", "s:exit1 a:running").imagesOf("s"),
            "do create s#1 in s0"),
        row(
            "two of them come one after the other",
            up("Always", "s* t* | a", "s:created").imagesOf("t"),
            "do start s-0, image a"),
        row(
            "the second begins when the first runs",
            up("Always", "s* t* | a", "s:running").imagesOf("t"),
            "do create t#0 in s0, image a"),
        row(
            "one whose startup probe has not passed keeps the next from beginning",
            sidecar("i:exit0 s:running").unstarted("s-0"),
            "do image j, image a"),
        row(
            "one that has to be killed is stopped with the grace of the kill",
            sidecar("i:exit0 s:running j:running").condemned("s-0", 7),
            "do stop s-0 7/7, image a"),
        row(
            "also beside the main containers",
            sidecar("i:exit0 s:running j:exit0 a:running").condemned("s-0", 7),
            "do stop s-0 7/7"),
        row(
            "a main container that has to be killed is stopped",
            sidecar("i:exit0 s:running j:exit0 a:running").condemned("a-0", 5),
            "do stop a-0 5/5"),
        row(
            "a kill that is meant for an earlier instance does nothing",
            sidecar("i:exit0 s:running j:exit0 a:exit1>running").condemned("a-0", 5),
            "settled"),
        row(
            "in another sandbox it begins anew at its place",
            Views.of("Always", "i s* | a")
                .deadSandbox(0)
                .sees("i:exit0 s:exit137 a:exit137")
                .sandbox(1)
                .seesIn(1, 1, "i:exit0")
                .imagesOf("s"),
            "do create s#1 in s1, image a, remove i-0"));
  }
}
