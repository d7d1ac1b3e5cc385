package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A sandbox that cannot be used is replaced: containers first, then it, then a new one. */
class SandboxPlanTest {
  private static Views pod() {
    return Views.of("Always", "a");
  }

  private static Views hostPod() {
    return Views.of(PodShapes.pod("Always", "a", "hostNetwork: true"));
  }

  @TestFactory
  Stream<DynamicTest> unusableSandboxesAreReplaced() {
    return PlanTable.tests(
        row(
            "one that is not ready: what runs in it is stopped first",
            pod().deadSandbox(0).sees("a:running"),
            "do stop a-0 30/30"),
        row(
            "then it is stopped itself, although it looks dead",
            pod().deadSandbox(0).sees("a:exit137"),
            "do stop sandbox s0"),
        row(
            "then the next attempt is run",
            pod().deadSandbox(0).sees("a:exit137").stoppedSandbox(0),
            "do run sandbox 1, image a"),
        row(
            "one without an address",
            pod().sandboxWithoutAddress(0).sees("a:running"),
            "do stop a-0 30/30"),
        row(
            "one without an address in which nothing runs",
            pod().sandboxWithoutAddress(0),
            "do stop sandbox s0"),
        row(
            "one on the host's network of a pod that has its own",
            pod().hostSandbox(0).sees("a:running"),
            "do stop a-0 30/30"),
        row(
            "one of its own network of a pod on the host's",
            hostPod().sandbox(0).sees("a:running"),
            "do stop a-0 30/30"),
        row(
            "on the host's network no address is asked for",
            hostPod().hostSandbox(0).sees("a:running"),
            "settled"),
        row(
            "two that are ready: both",
            pod().sandbox(0).sandbox(1),
            "do stop sandbox s1, stop sandbox s0"),
        row(
            "two that are ready: what runs in either is stopped first",
            Views.of("Always", "a b").sandbox(0).sees("a:running").sandbox(1).sees("b:running"),
            "do stop b-0 30/30, stop a-0 30/30"),
        row(
            "a dead one that is newer than a ready one",
            pod().sandbox(0).deadSandbox(1),
            "do stop sandbox s1, stop sandbox s0"),
        row(
            "the attempt follows the newest, whatever is older",
            pod().deadSandbox(2).deadSandbox(7).stoppedSandbox(2).stoppedSandbox(7),
            "do run sandbox 8, image a, remove sandbox s2"),
        row(
            "what the runtime lost sight of counts as running",
            pod().deadSandbox(0).sees("a:unknown"),
            "do stop a-0 30/30"),
        row(
            "what was created only is left to the sandbox's own end",
            pod().deadSandbox(0).sees("a:created"),
            "do stop sandbox s0"),
        row(
            "a stop under way is waited for",
            pod().deadSandbox(0).underWay(pod().stopSandbox(0)),
            "wait for the sandbox has to be replaced"),
        row(
            "a stop of a container under way is waited for before the sandbox is stopped",
            pod().deadSandbox(0).sees("a:running").underWay(pod().stop("a", 0, 30)),
            "wait for the sandbox has to be replaced"),
        row(
            "one stopped already is not stopped again",
            pod().deadSandbox(0).stoppedSandbox(0).deadSandbox(1),
            "do stop sandbox s1, remove sandbox s0"));
  }

  @TestFactory
  Stream<DynamicTest> containersOfAnOlderSandbox() {
    return PlanTable.tests(
        row(
            "one that still runs in it is stopped before anything is started in the new one",
            pod().deadSandbox(0).sees("a:running").sandbox(1),
            "do stop a-0 30/30, image a"),
        row(
            "one that the runtime lost sight of is stopped too",
            pod().deadSandbox(0).sees("a:unknown").sandbox(1),
            "do stop a-0 30/30, image a"),
        row(
            "one that was created only is made anew with the next attempt",
            pod().deadSandbox(0).sees("a:created").sandbox(1).imagesOf("a"),
            "do create a#1 in s1"),
        row(
            "one that ended is made anew with the next attempt",
            pod().deadSandbox(0).sees("a:exit137").sandbox(1).imagesOf("a"),
            "do create a#1 in s1"),
        row(
            "a neighbour that runs in the new one is left alone",
            Views.of("Always", "a b")
                .deadSandbox(0)
                .sees("a:exit137 b:exit137")
                .sandbox(1)
                .seesIn(1, 1, "b:running")
                .imagesOf("a"),
            "do create a#1 in s1"));
  }

  @TestFactory
  Stream<DynamicTest> noSandboxForNothing() {
    return PlanTable.tests(
        row(
            "all containers of a pod that never restarts were killed with it",
            Views.of("Never", "a").deadSandbox(0).sees("a:exit137"),
            "end COMPLETED: all containers are done"),
        row(
            "all containers had succeeded",
            Views.of("OnFailure", "a b").deadSandbox(0).sees("a:exit0 b:exit0"),
            "end COMPLETED: all containers are done"),
        row(
            "one has to run again: it gets a sandbox, and only its image is made ready",
            Views.of("OnFailure", "a b").deadSandbox(0).sees("a:exit0 b:exit1").stoppedSandbox(0),
            "do run sandbox 1, image b"),
        row(
            "in that sandbox the one that succeeded is not run again",
            Views.of("OnFailure", "a b")
                .deadSandbox(0)
                .sees("a:exit0 b:exit1")
                .sandbox(1)
                .imagesOf("b"),
            "do create b#1 in s1"),
        row(
            "the image of one in back-off is not made ready yet",
            pod()
                .deadSandbox(0)
                .sees("a:exit1")
                .stoppedSandbox(0)
                .ended("a-0", 5)
                .crashed("a", 40, 60),
            "do run sandbox 1"));
  }

  @TestFactory
  Stream<DynamicTest> usableSandboxIsLeftAlone() {
    return PlanTable.tests(
        row("alone and ready", up("Always", "a:running"), "settled"),
        row(
            "beside older ones that are dead and inhabited by the last state",
            pod().deadSandbox(0).sees("a:exit1").sandbox(1).seesIn(1, 1, "a:running"),
            "settled"));
  }
}
