package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.resize.PodAllocation;
import dev.jubelet.decide.resize.ResizeState;
import dev.jubelet.decide.resize.ResizeStep;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A pod that was given other resources than its containers were made with. */
class ResizePlanTest {
  private static final String FROM =
      "{requests: {cpu: 100m, memory: 1Gi}, limits: {cpu: 200m, memory: 2Gi}}";
  private static final String TO =
      "{requests: {cpu: 200m, memory: 2Gi}, limits: {cpu: 400m, memory: 4Gi}}";
  private static final String RESTART =
      "resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}], ";

  private static Pod pod(String resources, String policy) {
    return PodShapes.specified(
        """
        containers:
        - {name: a, image: img-a, %sresources: %s}
        - {name: b, image: img-b}
        """
            .formatted(policy, resources));
  }

  private static Views resizing(String from, String to, String policy, boolean raised) {
    ResizeState.Underway underway =
        new ResizeState.Underway(PodAllocation.of(pod(from, policy)), Views.NOW, 0, raised, false);
    return Views.of(pod(to, policy))
        .sandbox(0)
        .remembers(m -> m.resize(new ResizeState(null, null, underway, Map.of())));
  }

  private static Views up(boolean raised, String seen) {
    return resizing(FROM, TO, "", raised).sees(seen);
  }

  private static Views given(Views views) {
    return views.remembers(m ->
        m.resize(
            m.resize().gave(new ContainerId("a-0"), PodAllocation.of(views.pod()).amounts("a"))));
  }

  @TestFactory
  Stream<DynamicTest> steps() {
    return PlanTable.tests(
        row("room comes first", up(false, "a:running b:running"), "do resize pod"),
        row("then the container", up(true, "a:running b:running"), "do resize container a"),
        row(
            "then the room is what it should be",
            given(up(true, "a:running b:running")),
            "do resize finish"),
        row(
            "an ended container is made with what was given, once the room is there",
            up(true, "a:exit1 b:running").imagesOf("a"),
            "do resize finish"),
        row(
            "nothing waits for a step that is under way",
            up(true, "a:running b:exit1")
                .imagesOf("b")
                .underWay(
                    new Action.Resize(
                        pod(TO, ""),
                        new ResizeStep.Change(
                            pod(TO, "").spec().containers().getFirst(),
                            Views.of(pod(TO, "")).instance(0, "a", 0, "running"),
                            PodAllocation.of(pod(TO, "")).amounts("a")))),
            "do create b#1 in s0"),
        row(
            "a resize that fails does not keep others from starting",
            up(false, "a:running b:exit1").imagesOf("b").failed("resize pod", 7, null),
            "do create b#1 in s0 until +7s"),
        row(
            "it is tried again when its time has come",
            up(false, "a:running b:running").failed("resize pod", 7, null),
            "wait until +7s"),
        row(
            "a lost sandbox comes first",
            resizing(FROM, TO, "", true).deadSandbox(1).sees("a:exit1 b:exit1"),
            "do stop sandbox s1, stop sandbox s0"),
        row(
            "a container that has to be restarted is stopped while room is made",
            resizing(FROM, TO, RESTART, false).sees("a:running b:running"),
            "do stop a-0 30/30, resize pod"),
        row(
            "and nothing else is done until it has ended",
            resizing(FROM, TO, RESTART, true).sees("a:running b:running"),
            "do stop a-0 30/30"),
        row(
            "a pod that ends is not resized",
            up(true, "a:running b:running").ends(30, 0),
            "do stop b-0 30/30, stop a-0 30/30"));
  }

  @TestFactory
  Stream<DynamicTest> ground() {
    return PlanTable.tests(
        row(
            "the next life makes the cgroup, and then goes on with the resize",
            up(false, "a:running b:running").nothingPrepared().did(RememberedStep.DIRECTORIES),
            "do cgroup"));
  }
}
