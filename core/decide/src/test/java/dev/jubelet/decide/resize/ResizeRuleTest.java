package dev.jubelet.decide.resize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.SwapRule;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResizeRuleTest {
  private static final List<Pod> OTHERS = List.of(Shapes.pod("other", "o 1/1 1Gi/1Gi", ""));

  /** On a node of 4 cpus and 8 Gi of which another pod has 1 and 1. */
  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource({
    "a 1/2 1Gi/2Gi,   a 2/3 2Gi/3Gi,   granted",
    "a 1/2 1Gi/2Gi,   a 500m/2 1Gi/2Gi, granted",
    "a 1/2 1Gi/2Gi,   a 1/2 1Gi/1536Mi, granted",
    "a 1/2 1Gi/2Gi,   a 3/3 1Gi/2Gi,   granted",
    "a 1/2 1Gi/2Gi,   a 3500m/4 1Gi/2Gi, deferred: cpu 3500 of 4000 with 1000",
    "a 1/2 1Gi/2Gi,   a 1/2 8Gi/8Gi,   deferred: memory",
    "a 1/2 1Gi/2Gi,   a 4001m/5 1Gi/2Gi, infeasible: capacity: cpu",
    "a 1/2 1Gi/2Gi,   a 1/2 9Gi/9Gi,   infeasible: capacity: memory",
    "a 1/2 1Gi/2Gi,   a 2/2 2Gi/2Gi,   infeasible: QOS Class may not change",
    "a 1/1 1Gi/1Gi,   a 2/2 2Gi/2Gi,   granted",
    "a 1/1 1Gi/1Gi,   a 1/2 1Gi/1Gi,   infeasible: QOS Class may not change",
    "a -/- -/-,       a 1/- -/-,       infeasible: QOS Class may not change",
    "a 1/2 1Gi/2Gi,   a 1/- 1Gi/2Gi,   infeasible: limits of container \"a\" cannot be removed",
    "a 1/2 1Gi/-,     a 1/2 -/-,       infeasible: requests of container \"a\" cannot be removed",
    "a 1/- 1Gi/2Gi,   a 1/2 1Gi/2Gi,   granted",
    "a 1/2 1Gi/2Gi,   a 1/2 1Gi/2Gi ephemeral-storage=1Gi, infeasible: only cpu and memory",
  })
  void judgesByTheNodeAndByWhatThePodIs(String has, String wants, String verdict) {
    assertThat(told(judge(Shapes.pod(has), Shapes.pod(wants), false)))
        .startsWith(verdict.split(":", -1)[0])
        .contains(words(verdict));
  }

  private static List<String> words(String verdict) {
    int colon = verdict.indexOf(": ");
    if (colon < 0) {
      return List.of(verdict);
    }
    String rest = verdict.substring(colon + 2);
    return rest.startsWith("cpu 3500")
        ? List.of("resource: cpu, requested: 3500, used: 1000, capacity: 4000")
        : List.of(rest);
  }

  @ParameterizedTest(name = "{0} with restart policy {1}: {2}")
  @CsvSource({
    "a!, Always, granted",
    "a#, Always, granted",
    "a, Never, granted",
    "a!, OnFailure, infeasible",
    "a!, Never, infeasible",
    "a#, Never, granted",
  })
  void aContainerThatIsStoppedForItMustBeStartedAgain(String name, String policy, String verdict) {
    String spec = "restartPolicy: " + policy;
    Pod has = Shapes.pod("uid", name + " 1/2 1Gi/2Gi", spec);
    Pod wants = Shapes.pod("uid", name + " 2/3 1Gi/2Gi", spec);

    assertThat(told(judge(has, wants, false))).startsWith(verdict);
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource({
    "a 1/2 1Gi/2Gi, a 2/2 1Gi/2Gi, granted",
    "a 1/2 1Gi/2Gi, a 1/2 2Gi/3Gi, infeasible",
    "a# 1/2 1Gi/2Gi, a# 1/2 2Gi/3Gi, granted",
    "a 1/1 1Gi/1Gi, a 1/1 2Gi/2Gi, granted",
  })
  void memoryThatMaySwapIsNotResizedUnderAContainer(String has, String wants, String verdict) {
    assertThat(told(judge(Shapes.pod(has), Shapes.pod(wants), true))).startsWith(verdict);
  }

  /** Whoever gives something back is never told to wait, however full the node is. */
  @Test
  void givesBackEvenOnANodeThatIsTooFull() {
    Pod has = Shapes.pod("a 4/4 1Gi/2Gi");
    Pod wants = Shapes.pod("a 3500m/4 1Gi/2Gi");

    assertThat(told(judge(has, wants, false))).startsWith("granted");
  }

  @Test
  void podLevelAmountsCount() {
    Pod has = Shapes.pod("uid", "a -/- -/-", "resources: {requests: {cpu: 1}, limits: {cpu: 2}}");
    Pod fits = Shapes.pod("uid", "a -/- -/-", "resources: {requests: {cpu: 2}, limits: {cpu: 3}}");
    Pod never = Shapes.pod("uid", "a -/- -/-", "resources: {requests: {cpu: 5}, limits: {cpu: 5}}");
    Pod none = Shapes.pod("uid", "a 1/2 -/-", "");

    assertThat(told(judge(has, fits, false))).startsWith("granted");
    assertThat(told(judge(has, never, false))).startsWith("infeasible").contains("capacity: cpu");
    assertThat(told(judge(has, none, false))).startsWith("infeasible");
  }

  private static ResizeVerdict judge(Pod has, Pod wants, boolean swap) {
    return ResizeRule.judge(has, wants, OTHERS, Shapes.node("4", "8Gi"), new SwapRule(swap));
  }

  private static String told(ResizeVerdict verdict) {
    return switch (verdict) {
      case ResizeVerdict.Granted _ -> "granted";
      case ResizeVerdict.Deferred deferred -> "deferred " + deferred.message();
      case ResizeVerdict.Infeasible infeasible -> "infeasible " + infeasible.message();
    };
  }
}
