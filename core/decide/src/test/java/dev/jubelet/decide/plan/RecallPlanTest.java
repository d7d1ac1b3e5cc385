package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.stage.RestartCountStage;
import dev.jubelet.decide.state.PodMemory;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the runtime has forgotten of a pod is looked up before anything is decided or told. */
class RecallPlanTest {
  @TestFactory
  Stream<DynamicTest> logsAreReadWhereInstancesAreMissing() {
    return PlanTable.tests(
        row(
            "one container of several is gone",
            up("Always", "a b", "a:running").nothingPrepared(),
            "do directories, image b"),
        row(
            "also when the pod has nothing more to do",
            up("Never", "i | a", "a:exit0").nothingPrepared(),
            "do directories"),
        row(
            "all are there",
            up("Always", "i | a", "i:exit0 a:running").nothingPrepared(),
            "do directories, cgroup"),
        row(
            "a new pod reads them while its cgroup is made",
            Views.of("Always", "a").nothingPrepared(),
            "do directories, cgroup"),
        row(
            "also when its deadline has passed, without waiting for that moment",
            Views.of(PodShapes.pod("Always", "a b", "activeDeadlineSeconds: 5"))
                .sandbox(0)
                .sees("a:running")
                .nothingPrepared()
                .imagesOf("b")
                .activeFor(60)
                .underWay(new Action.PrepareDirectories(PodShapes.pod("Always", "a b"))),
            "wait for its logs tell how often it ran before"),
        row(
            "once is enough",
            up("Always", "a b", "a:running").imagesOf("b"),
            "do create b#0 in s0"),
        row(
            "and what was found out counts",
            up("Always", "a b", "a:running")
                .imagesOf("b")
                .remembers(memory -> memory.attempted("b", 6)),
            "do create b#7 in s0"));
  }

  @Test
  void nothingIsToldOfAPodWhoseCountsAreNotKnown() {
    Views given = up("Always", "a b", "a:running").nothingPrepared();
    assertThat(RestartCountStage.isAwaited(given.view())).isTrue();
    assertThat(RestartCountStage.isAwaited(up("Always", "a b", "a:running").view())).isFalse();
    assertThat(RestartCountStage.isAwaited(given.ends(30, 0).view())).isTrue();
    assertThat(RestartCountStage.isAwaited(given.hasEnded(true).view())).isFalse();
    assertThat(RestartCountStage.isAwaited(given.endsAsOrphan().view())).isFalse();
  }

  @Test
  void newPodIsToldOfAtOnce() {
    Views given = Views.of("Always", "a").nothingPrepared();
    assertThat(RestartCountStage.isAwaited(given.view())).isFalse();
  }

  @Test
  void recalledAttemptsNeverFall() {
    PodMemory memory = PodMemory.EMPTY.attempted("a", 3).attempted("a", 2).attempted("b", 0);
    assertThat(memory.attempts()).isEqualTo(Map.of("a", 3, "b", 0));
    assertThat(memory.attempted("a", 1)).isSameAs(memory);
  }
}
