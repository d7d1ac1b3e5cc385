package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pod whose work is done for good ends by itself. */
class CompletionPlanTest {

  @ParameterizedTest(name = "{0}: {1} ends: {2}")
  @CsvSource({
    "Always,    a:exit0 b:exit0,     false",
    "Always,    a:exit1 b:exit1,     false",
    "OnFailure, a:exit0 b:exit0,     true",
    "OnFailure, a:exit0 b:exit1,     false",
    "OnFailure, a:exit0 b:running,   false",
    "OnFailure, a:exit0 b:none,      false",
    "Never,     a:exit0 b:exit0,     true",
    "Never,     a:exit0 b:exit1,     true",
    "Never,     a:exit1 b:exit137,   true",
    "Never,     a:exit0 b:running,   false",
    "Never,     a:exit0 b:created,   false",
    "Never,     a:exit0 b:unknown,   false",
    "Never,     a:exit0 b:none,      false",
  })
  void endsWhenNoMainContainerWillRunAgain(String policy, String seen, boolean ends) {
    Views given = up(policy, "a b", seen).imagesOf("a b");
    String plan = PlanWords.of(PodPlanner.plan(given.view(), Views.NOW));
    assertThat(plan.equals("end COMPLETED: all containers are done")).as(plan).isEqualTo(ends);
  }

  @TestFactory
  Stream<DynamicTest> whatDoesNotCount() {
    return PlanTable.tests(
        row(
            "sidecars do not keep a pod from completing",
            up("Never", "s* | a", "s:running a:exit0"),
            "end COMPLETED: all containers are done"),
        row(
            "nor do sidecars that crash",
            up("OnFailure", "s* | a", "s:exit1 a:exit0"),
            "end COMPLETED: all containers are done"),
        row(
            "the failure of a sidecar does not fail the pod",
            up("Never", "s* | a", "s:exit1").imagesOf("s"),
            "do create s#1 in s0, image a"),
        row(
            "nothing is prepared for a pod that is done",
            up("Never", "a:exit0").nothingPrepared(),
            "end COMPLETED: all containers are done"),
        row(
            "an older instance that succeeded does not count",
            up("OnFailure", "a:exit0>running"),
            "settled"),
        row(
            "an older instance that failed does not count",
            up("OnFailure", "a:exit1>exit0"),
            "end COMPLETED: all containers are done"),
        row(
            "a stray that runs does not keep it, its end stops all",
            up("Never", "a:exit0 x:foreign"),
            "end COMPLETED: all containers are done"),
        row(
            "old remains are not pruned any more when it ends",
            up("Never", "a:exit0>exit0>exit0"),
            "end COMPLETED: all containers are done"),
        row(
            "an init container that once failed is forgiven when a main container ran",
            up("Never", "i | a", "i:exit1 a:running"),
            "settled"),
        row(
            "without any sandbox it is done all the same",
            Views.of("Never", "a").sees("a:exit0"),
            "end COMPLETED: all containers are done"));
  }
}
