package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What is put off: crashed containers, and steps that failed a short time ago. */
class BackoffPlanTest {
  private static Views crashed(int endedSecondsAgo, int delay) {
    return up("Always", "a:exit1")
        .ended("a-0", endedSecondsAgo)
        .crashed("a", delay, 60)
        .imagesOf("a");
  }

  @TestFactory
  Stream<DynamicTest> crashes() {
    return PlanTable.tests(
        row(
            "the first restart is free",
            up("Always", "a:exit1").ended("a-0", 0).imagesOf("a"),
            "do create a#1 in s0"),
        row("later ones wait", crashed(4, 10), "wait until +6s"),
        row("for as long as the schedule says", crashed(0, 300), "wait until +300s"),
        row("until the moment has come", crashed(10, 10), "do create a#1 in s0"),
        row(
            "a success waits too where it is restarted",
            up("Always", "a:exit0").ended("a-0", 4).crashed("a", 10, 60),
            "wait until +6s"),
        row(
            "no image is made ready during the wait",
            up("Always", "a:exit1").ended("a-0", 4).crashed("a", 10, 60),
            "wait until +6s"),
        row(
            "ten good minutes are forgiven",
            up("Always", "a:exit1").ended("a-0", 0).crashed("a", 300, 601).imagesOf("a"),
            "do create a#1 in s0"),
        row(
            "an exit that nobody noted does not wait",
            up("Always", "a:exit1").crashed("a", 300, 60).imagesOf("a"),
            "do create a#1 in s0"),
        row(
            "a neighbour does not wait, and the planner is asked again in time",
            up("Always", "a b", "a:exit1 b:created").ended("a-0", 4).crashed("a", 10, 60),
            "do start b-0 until +6s"),
        row(
            "of two waits the earlier counts",
            up("Always", "a b", "a:exit1 b:exit1")
                .ended("a-0", 4)
                .crashed("a", 20, 60)
                .ended("b-0", 4)
                .crashed("b", 10, 60),
            "wait until +6s"),
        row(
            "a neighbour that runs does not matter",
            up("Always", "a b", "a:exit1 b:running").ended("a-0", 4).crashed("a", 10, 60),
            "wait until +6s"));
  }

  @TestFactory
  Stream<DynamicTest> failedSteps() {
    return PlanTable.tests(
        row(
            "a sandbox that failed is tried again later, images go on",
            Views.of("Always", "a").failed("run sandbox", 8, null),
            "do image a until +8s"),
        row(
            "with the image there it is waited for",
            Views.of("Always", "a").failed("run sandbox", 8, null).imagesOf("a"),
            "wait until +8s"),
        row(
            "when the moment has come it is tried",
            Views.of("Always", "a").failed("run sandbox", 0, null).imagesOf("a"),
            "do run sandbox 0"),
        row(
            "a pull that failed holds up its own container only",
            up("Always", "a b", "").pullFailed("a", 20).imagesOf("b"),
            "do create b#0 in s0 until +20s"),
        row(
            "all pulls failed: the earliest counts",
            up("Always", "a b", "").pullFailed("a", 20).pullFailed("b", 10),
            "wait until +10s"),
        row(
            "a create that failed",
            up("Always", "").imagesOf("a").failed("create a", 3, "a"),
            "wait until +3s"),
        row(
            "a start that failed",
            up("Always", "a:created").failed("start a", 1, "a"),
            "wait until +1s"),
        row(
            "a cgroup that failed does not hold up the directories",
            Views.of("Always", "a").nothingPrepared().failed("cgroup", 10, null),
            "do directories until +10s"),
        row(
            "a failed stop of a sandbox",
            Views.of("Always", "a").deadSandbox(0).failed("stop sandbox s0", 10, null),
            "wait until +10s"),
        row(
            "a failed stop of an ending pod's container",
            up("Always", "a:running").failed("stop a-0 within 30s", 4, null).ends(30, 0),
            "wait until +4s"),
        row(
            "a failed unmount holds up what comes after it",
            Views.of("Always", "a").failed("unmount", 10, null).ends(30, 0),
            "wait until +10s"),
        row(
            "what is under way and what waits go together",
            up("Always", "a b", "")
                .pullFailed("a", 20)
                .underWay(up("Always", "a b", "").readyImage("b")),
            "wait until +20s"),
        row(
            "the earlier of crash and retry counts",
            up("Always", "a b", "a:exit1").ended("a-0", 4).crashed("a", 10, 60).pullFailed("b", 20),
            "wait until +6s"));
  }

  @Test
  void waitForARetrySaysWhatFailed() {
    Views given = Views.of("Always", "a").failed("run sandbox", 8, null).imagesOf("a");
    assertThat(PlanWords.why(PodPlanner.plan(given.view(), Views.NOW)))
        .isEqualTo("run sandbox is tried again later: no luck");
  }

  @Test
  void waitForACrashSaysHowLong() {
    assertThat(PlanWords.why(PodPlanner.plan(crashed(4, 80).view(), Views.NOW)))
        .isEqualTo("back-off 1m20s restarting failed container=a pod=p_default(uid-1)");
  }
}
