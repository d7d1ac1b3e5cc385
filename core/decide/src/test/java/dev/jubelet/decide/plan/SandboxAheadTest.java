package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;

import dev.jubelet.decide.action.Action;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A sandbox need not wait for the files of a token, but for what somebody else has to provide. */
class SandboxAheadTest {
  private static final String TOKEN =
      "{name: t, projected: {sources: [{serviceAccountToken: {path: token}}]}}";

  private static Pod with(String volume) {
    return PodShapes.specified(
        """
        containers: [{name: a, image: img-a, volumeMounts: [{name: t, mountPath: /t}]}]
        volumes: [%s]
        """
            .formatted(volume));
  }

  @TestFactory
  Stream<DynamicTest> sandboxComesBesideATokenAndAfterEverythingElse() {
    return PlanTable.tests(
        row("a token", Views.of(with(TOKEN)), "do volume t, run sandbox 0, image a"),
        row(
            "a mount that is under way",
            Views.of(with(TOKEN)).underWay(new Action.MountVolume(with(TOKEN), volumeOf(TOKEN))),
            "do run sandbox 0, image a"),
        row(
            "one that failed",
            Views.of(with(TOKEN)).failed("volume t", 20, "t"),
            "wait until +20s"),
        row("a directory", Views.of(with("{name: t, emptyDir: {}}")), "do volume t"),
        row(
            "somebody's ConfigMap",
            Views.of(with("{name: t, configMap: {name: c}}")),
            "do volume t"),
        row("a sandbox that is there", Views.of(with(TOKEN)).sandbox(0), "do volume t, image a"));
  }

  private static Volume volumeOf(String volume) {
    return with(volume).spec().volumes().getFirst();
  }
}
