package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.model.pod.Pod;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** How a pod comes up, one stage after the other. */
class BringUpPlanTest {
  private static final Pod WITH_VOLUMES =
      PodShapes.specified(
          """
          volumes:
          - {name: data, emptyDir: {}}
          - {name: unused, emptyDir: {}}
          - {name: disk, emptyDir: {}}
          initContainers:
          - {name: i, image: img-i, volumeMounts: [{name: disk, mountPath: /disk}]}
          containers:
          - {name: a, image: img-a, volumeMounts: [{name: data, mountPath: /data}]}
          """);

  private static Views volumes() {
    return Views.of(WITH_VOLUMES);
  }

  @TestFactory
  Stream<DynamicTest> groundComesFirst() {
    return PlanTable.tests(
        row(
            "directories and cgroup are made side by side before anything else",
            Views.of("Always", "a").nothingPrepared(),
            "do directories, cgroup"),
        row(
            "the cgroup alone is missing",
            Views.of("Always", "a").nothingPrepared().did(RememberedStep.DIRECTORIES),
            "do cgroup"),
        row(
            "the directories alone are missing",
            Views.of("Always", "a").nothingPrepared().did(RememberedStep.CGROUP),
            "do directories"),
        row(
            "a restart of ours repeats the ground of a running pod and touches nothing else",
            up("Always", "a:running").nothingPrepared(),
            "do directories, cgroup"),
        row(
            "volumes wait for the directories that they are found by",
            volumes().nothingPrepared().did(RememberedStep.CGROUP),
            "do directories"),
        row(
            "volumes need not wait for the cgroup",
            volumes().nothingPrepared().did(RememberedStep.DIRECTORIES),
            "do cgroup, volume data, volume disk"),
        row(
            "a volume that no container asks for is not mounted",
            volumes(),
            "do volume data, volume disk"),
        row("a mounted volume is not mounted again", volumes().mounted("data"), "do volume disk"),
        row(
            "no sandbox is run before all volumes are there",
            volumes().mounted("disk"),
            "do volume data"),
        row(
            "with all volumes the sandbox follows",
            volumes().mounted("data").mounted("disk"),
            "do run sandbox 0, image i, image a"),
        row(
            "a volume under way is waited for, not mounted twice",
            volumes()
                .mounted("disk")
                .underWay(
                    new Action.MountVolume(WITH_VOLUMES, WITH_VOLUMES.spec().volumes().get(0))),
            "wait for directories, cgroup and volumes come first"));
  }

  @TestFactory
  Stream<DynamicTest> sandboxAndImagesComeNext() {
    return PlanTable.tests(
        row(
            "a pod without a sandbox gets one, and its image beside it",
            Views.of("Always", "a"),
            "do run sandbox 0, image a"),
        row(
            "all images of the main containers are made ready side by side",
            Views.of("Always", "a b c"),
            "do run sandbox 0, image a, image b, image c"),
        row(
            "all images are made ready with the sandbox, those of init containers first",
            Views.of("Always", "i j | a b"),
            "do run sandbox 0, image i, image j, image a, image b"),
        row(
            "an image that is ready is not asked for again",
            Views.of("Always", "a b").imagesOf("a"),
            "do run sandbox 0, image b"),
        row(
            "an image under way is left out",
            Views.of("Always", "a").underWay(Views.of("Always", "a").readyImage("a")),
            "do run sandbox 0"),
        row(
            "a sandbox under way is waited for while images go on",
            Views.of("Always", "a").underWay(Views.of("Always", "a").runSandbox(0)),
            "do image a"),
        row(
            "with both under way there is nothing to do",
            Views.of("Always", "a")
                .underWay(
                    Views.of("Always", "a").runSandbox(0), Views.of("Always", "a").readyImage("a")),
            "wait for it has no sandbox yet"),
        row(
            "a sandbox without the image has to wait for the image",
            up("Always", ""),
            "do image a"),
        row(
            "with sandbox and image the container is created",
            up("Always", "").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "each container goes at its own pace, but for its first start",
            up("Always", "a b c", "b:created c:running").imagesOf("a"),
            "do create a#0 in s0"),
        row("a created container is started", up("Always", "a:created"), "do start a-0"),
        row("a running container leaves nothing to do", up("Always", "a:running"), "settled"),
        row(
            "a container under way is left out while its neighbour goes on",
            up("Always", "a b", "")
                .imagesOf("a b")
                .underWay(up("Always", "a b", "").create("a", 0)),
            "do create b#0 in s0"),
        row(
            "a start under way is not repeated",
            up("Always", "a:created").underWay(up("Always", "").start("a", 0)),
            "wait for a is created and not started"));
  }

  @TestFactory
  Stream<DynamicTest> nothingIsDecidedFromAStaleLook() {
    return PlanTable.tests(
        row(
            "not the ground",
            Views.of("Always", "a").nothingPrepared().stale(),
            "wait for a fresh look"),
        row("not a sandbox", Views.of("Always", "a").stale(), "wait for a fresh look"),
        row("not a start", up("Always", "a:created").stale(), "wait for a fresh look"),
        row("not a completion", up("Never", "a:exit0").stale(), "wait for a fresh look"),
        row("not an end", up("Always", "a:running").ends(30, 0).stale(), "wait for a fresh look"),
        row("not a clean-up", up("Always", "").hasEnded(false).stale(), "wait for a fresh look"),
        row(
            "not a pruning either",
            up("Always", "a:exit1>exit1>exit1>running").stale(),
            "wait for a fresh look"));
  }

  @TestFactory
  Stream<DynamicTest> networkThatIsNotReadyHoldsUpSandboxesOnly() {
    return PlanTable.tests(
        row(
            "no sandbox without a network",
            Views.of("Always", "a").networkNotReady(),
            "wait for the runtime's network is not ready"),
        row(
            "a pod of the host's network does not need it",
            Views.of(PodShapes.pod("Always", "a", "hostNetwork: true")).networkNotReady(),
            "do run sandbox 0, image a"),
        row(
            "a pod that has its sandbox goes on",
            up("Always", "a:created").networkNotReady(),
            "do start a-0"),
        row(
            "the ground is prepared meanwhile",
            Views.of("Always", "a").nothingPrepared().networkNotReady(),
            "do directories, cgroup"),
        row(
            "what runs in a broken sandbox is stopped meanwhile",
            Views.of("Always", "a").deadSandbox(0).sees("a:running").networkNotReady(),
            "do stop a-0 30/30"));
  }

  @Test
  void createdContainerIsToldItsVolumesImageAndSandbox() {
    Views given = volumes().mounted("data").mounted("disk").sandbox(4).imagesOf("i a");
    assertThat(PodPlanner.plan(given.view(), Views.NOW))
        .isInstanceOfSatisfying(
            PodPlan.Act.class,
            act ->
                assertThat(act.actions())
                    .singleElement()
                    .isInstanceOfSatisfying(
                        Action.CreateContainer.class,
                        create -> {
                          assertThat(create.volumePaths())
                              .containsOnlyKeys("data", "disk")
                              .containsEntry("data", "/volumes/data");
                          assertThat(create.image()).isEqualTo(Views.image("i"));
                          assertThat(create.sandbox().id().value()).isEqualTo("s4");
                        }));
  }
}
