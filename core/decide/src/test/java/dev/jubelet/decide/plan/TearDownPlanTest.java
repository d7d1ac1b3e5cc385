package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.RememberedStep;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** How a pod goes down: containers, sandboxes, volumes, cgroup. */
class TearDownPlanTest {
  private static Views pod() {
    return Views.of("Always", "a");
  }

  @TestFactory
  Stream<DynamicTest> inOrder() {
    return PlanTable.tests(
        row(
            "all containers are stopped side by side",
            up("Always", "a b", "a:running b:running").ends(30, 0),
            "do stop b-0 30/30, stop a-0 30/30"),
        row(
            "with them sidecars and init containers",
            up("Always", "i s* | a", "i:running s:running").ends(30, 0),
            "do stop s-0 30/30, stop i-0 30/30"),
        row(
            "a sidecar that ends meanwhile is not started again: Kubernetes only kills now",
            up("Always", "s* | a", "s:exit1 a:running").ends(30, 0),
            "do stop a-0 30/30"),
        row(
            "and those that the pod does not name",
            up("Always", "x:foreign").ends(30, 0),
            "do stop x-0 30/30"),
        row(
            "and those that the runtime lost sight of",
            up("Always", "a:unknown").ends(30, 0),
            "do stop a-0 30/30"),
        row(
            "and every instance of them",
            up("Always", "a:running>running").ends(30, 0),
            "do stop a-1 30/30, stop a-0 30/30"),
        row("then the sandbox", up("Always", "a:exit143").ends(30, 0), "do stop sandbox s0"),
        row(
            "one that was created only does not hold it up",
            up("Always", "a:created").ends(30, 0),
            "do stop sandbox s0"),
        row(
            "one that ran out of its sandbox is stopped without one",
            pod().sees("a:running").ends(30, 0),
            "do stop a-0 30/30"),
        row(
            "a sandbox that looks dead is stopped too: its network may not be given back",
            pod().deadSandbox(0).ends(30, 0),
            "do stop sandbox s0"),
        row(
            "all of them",
            pod().deadSandbox(0).sandbox(1).ends(30, 0),
            "do stop sandbox s1, stop sandbox s0"),
        row(
            "one that was stopped and is dead is not stopped again",
            pod().deadSandbox(0).stoppedSandbox(0).sandbox(1).ends(30, 0),
            "do stop sandbox s1"),
        row(
            "one that was stopped and is ready again is",
            pod().sandbox(0).stoppedSandbox(0).ends(30, 0),
            "do stop sandbox s0"),
        row("then the volumes", pod().deadSandbox(0).stoppedSandbox(0).ends(30, 0), "do unmount"),
        row(
            "then the cgroup",
            pod().deadSandbox(0).stoppedSandbox(0).did(RememberedStep.UNMOUNTED).ends(30, 0),
            "do remove cgroup"),
        row(
            "and that is all",
            pod()
                .deadSandbox(0)
                .stoppedSandbox(0)
                .did(RememberedStep.UNMOUNTED, RememberedStep.CGROUP_REMOVED)
                .ends(30, 0),
            "settled"),
        row(
            "a pod of which nothing was made gives back volumes and cgroup all the same",
            pod().nothingPrepared().ends(30, 0),
            "do unmount"),
        row(
            "nothing is pruned meanwhile",
            up("Always", "a:exit1>exit1>exit1>running").ends(30, 0),
            "do stop a-3 30/30"));
  }

  @TestFactory
  Stream<DynamicTest> grace() {
    return PlanTable.tests(
        row("all of it at first", up("Always", "a:running").ends(10, 0), "do stop a-0 10/10"),
        row(
            "only what is left of it later",
            up("Always", "a:running").ends(10, 4),
            "do stop a-0 6/10"),
        row(
            "never less than two seconds",
            up("Always", "a:running").ends(10, 9),
            "do stop a-0 2/10"),
        row(
            "also when it is long over",
            up("Always", "a:running").ends(10, 1000),
            "do stop a-0 2/10"),
        row("none at all is two seconds", up("Always", "a:running").ends(0, 0), "do stop a-0 2/2"),
        row(
            "a second try gets no second grace",
            up("Always", "a:running").ends(30, 10).stopBegun("a-0", 10),
            "do stop a-0 20/30"),
        row(
            "a stop that began before the pod's end counts from its own beginning",
            up("Always", "a:running").ends(30, 0).stopBegun("a-0", 25),
            "do stop a-0 5/30"),
        row(
            "the same grace under way is waited for",
            up("Always", "a:running").ends(30, 5).underWay(up("Always", "").stop("a", 0, 30)),
            "wait for nobody wants it"),
        row(
            "a shorter one overtakes it",
            up("Always", "a:running")
                .ends(5, 0)
                .stopBegun("a-0", 1)
                .underWay(up("Always", "").stop("a", 0, 30)),
            "do stop a-0 4/5"),
        row(
            "and is not repeated either",
            up("Always", "a:running")
                .ends(5, 0)
                .underWay(up("Always", "").stop("a", 0, 30), up("Always", "").stop("a", 0, 5)),
            "wait for nobody wants it"));
  }

  @TestFactory
  Stream<DynamicTest> whatWasBegunBeforeIsSeenFirst() {
    return PlanTable.tests(
        row(
            "a sandbox that is being run",
            pod().ends(30, 0).underWay(pod().runSandbox(0)),
            "wait for the end of what was begun before"),
        row(
            "a container that is being created",
            up("Always", "").ends(30, 0).underWay(pod().create("a", 0)),
            "wait for the end of what was begun before"),
        row(
            "a container that is being started",
            up("Always", "a:created").ends(30, 0).underWay(pod().start("a", 0)),
            "wait for the end of what was begun before"),
        row(
            "a cgroup that is being made",
            pod().ends(30, 0).underWay(new Action.PrepareCgroup(pod().pod())),
            "wait for the end of what was begun before"),
        row(
            "what runs already is stopped meanwhile",
            up("Always", "a b", "a:running b:created")
                .ends(30, 0)
                .underWay(up("Always", "a b", "").start("b", 0)),
            "do stop a-0 30/30"),
        row(
            "a pull leaves nothing behind and is not waited for",
            up("Always", "").ends(30, 0).underWay(pod().readyImage("a")),
            "do stop sandbox s0"));
  }

  @TestFactory
  Stream<DynamicTest> orphans() {
    return PlanTable.tests(
        row(
            "one is stopped like any other",
            up("Always", "a:running").endsAsOrphan(),
            "do stop a-0 30/30"),
        row("never started", up("Always", "a:created").endsAsOrphan(), "do stop sandbox s0"),
        row("its volumes are given back", pod().endsAsOrphan(), "do unmount"),
        row(
            "its cgroup too",
            pod().did(RememberedStep.UNMOUNTED).endsAsOrphan(),
            "do remove cgroup"));
  }
}
