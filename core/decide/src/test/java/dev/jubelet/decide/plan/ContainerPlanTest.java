package dev.jubelet.decide.plan;

import static dev.jubelet.decide.plan.PlanTable.row;
import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done about each container, by its condition. */
class ContainerPlanTest {

  /** Beside a container that keeps the pod alive, by policy and condition. */
  @ParameterizedTest(name = "{0}: {1} → {2}")
  @CsvSource({
    "Always,    none,    create a#0 in s0",
    "OnFailure, none,    create a#0 in s0",
    "Never,     none,    create a#0 in s0",
    "Always,    created, start a-0",
    "OnFailure, created, start a-0",
    "Never,     created, start a-0",
    "Always,    running, ''",
    "OnFailure, running, ''",
    "Never,     running, ''",
    "Always,    unknown, stop a-0 30/30",
    "OnFailure, unknown, stop a-0 30/30",
    "Never,     unknown, stop a-0 30/30",
    "Always,    exit0,   create a#1 in s0",
    "OnFailure, exit0,   ''",
    "Never,     exit0,   ''",
    "Always,    exit1,   create a#1 in s0",
    "OnFailure, exit1,   create a#1 in s0",
    "Never,     exit1,   ''",
    "Always,    exit137, create a#1 in s0",
    "OnFailure, exit137, create a#1 in s0",
    "Never,     exit137, ''",
    "Always,    exit255, create a#1 in s0",
    "OnFailure, exit255, create a#1 in s0",
    "Never,     exit255, ''",
  })
  void conditionAndPolicyDecideAboutAContainer(String policy, String condition, String step) {
    Views given = up(policy, "a b", "a:" + condition + " b:running").imagesOf("a");
    String plan = PlanWords.of(PodPlanner.plan(given.view(), Views.NOW));
    assertThat(plan).isEqualTo(step.isEmpty() ? "settled" : "do " + step);
  }

  @TestFactory
  Stream<DynamicTest> attempts() {
    return PlanTable.tests(
        row(
            "the next attempt follows the highest that is seen",
            up("Always", "a:exit1>exit1").imagesOf("a"),
            "do create a#2 in s0"),
        row(
            "it never falls below what we remember, also when the runtime has lost all of it",
            up("Always", "").attempted("a", 6).imagesOf("a"),
            "do create a#7 in s0"),
        row(
            "it never falls below what is seen either",
            up("Always", "a:exit1>exit1>exit1").attempted("a", 0).imagesOf("a"),
            "do create a#3 in s0, remove a-0"),
        row(
            "the image is made ready for every attempt anew",
            up("Always", "a:exit1"),
            "do image a"));
  }

  @TestFactory
  Stream<DynamicTest> changedDefinitions() {
    return PlanTable.tests(
        row(
            "one that runs by another definition is stopped with the pod's grace",
            up("Always", "a:changed"),
            "do stop a-0 30/30, image a"),
        row("whatever the restart policy", up("Never", "a:changed"), "do stop a-0 30/30, image a"),
        row(
            "its neighbour is left alone",
            up("Always", "a b", "a:changed b:running"),
            "do stop a-0 30/30, image a"),
        row(
            "it is not stopped twice",
            up("Always", "a:changed").underWay(up("Always", "").stop("a", 0, 30)),
            "do image a"),
        row("one that carries no hash is taken as it is", up("Always", "a:foreign"), "settled"),
        row(
            "a second try gets only what is left of the grace",
            up("Always", "a:changed").stopBegun("a-0", 12),
            "do stop a-0 18/30, image a"),
        row(
            "and never less than two seconds",
            up("Always", "a:changed").stopBegun("a-0", 300),
            "do stop a-0 2/30, image a"));
  }

  @TestFactory
  Stream<DynamicTest> straysAndTwins() {
    return PlanTable.tests(
        row(
            "one that the pod does not name is stopped",
            up("Always", "a:running x:foreign"),
            "do stop x-0 30/30"),
        row("before anything is started", up("Always", "a:created x:foreign"), "do stop x-0 30/30"),
        row(
            "one that the pod does not name and the runtime lost is stopped too",
            up("Always", "a:running x:unknown"),
            "do stop x-0 30/30"),
        row(
            "of two instances that run the older is stopped",
            up("Always", "a:running>running"),
            "do stop a-0 30/30"),
        row(
            "also when the younger is created only",
            up("Always", "a:running>created"),
            "do stop a-0 30/30"),
        row(
            "also when the younger has ended",
            up("Always", "a:running>exit1"),
            "do stop a-0 30/30"),
        row(
            "several strays are stopped side by side",
            up("Always", "a:running x:foreign y:foreign"),
            "do stop y-0 30/30, stop x-0 30/30"),
        row(
            "one that ended and has no name in the pod is removed",
            up("Always", "a:running x:exit0"),
            "do remove x-0"));
  }

  @TestFactory
  Stream<DynamicTest> rulesAndPoliciesOfTheContainer() {
    String rules =
        """
        restartPolicy: %s
        containers:
        - name: a
          image: img-a
          restartPolicy: Never
          restartPolicyRules:
          - {action: Restart, exitCodes: {operator: In, values: [42]}}
        - {name: b, image: img-b}
        """;
    return PlanTable.tests(
        row(
            "a rule that matches restarts it",
            Views.of(PodShapes.specified(rules.formatted("Never")))
                .sandbox(0)
                .sees("a:exit42 b:running")
                .imagesOf("a"),
            "do create a#1 in s0"),
        row(
            "a rule that does not match leaves it to its policy",
            Views.of(PodShapes.specified(rules.formatted("Always")))
                .sandbox(0)
                .sees("a:exit41 b:running"),
            "settled"),
        row(
            "a rule that could match keeps the pod from completing",
            Views.of(PodShapes.specified(rules.formatted("Never")))
                .sandbox(0)
                .sees("a:exit42 b:exit0"),
            "do image a"));
  }
}
