package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.model.scheduling.TaintEffect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintRuleTest {
  private final TaintRule rule = new TaintRule();

  private static NodeFacts tainted(TaintEffect effect, String value) {
    return Fixtures.node().with(Fixtures.LABELS, List.of(new Taint("broken", value, effect, null)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                  | TaintToleration",
        "{operator: Exists}                                  | admitted",
        "{key: broken, operator: Exists}                     | admitted",
        "{key: other, operator: Exists}                      | TaintToleration",
        "{key: broken, value: '5'}                           | admitted",
        "{key: broken, value: '6'}                           | TaintToleration",
        "{key: broken, operator: Equal, value: '5'}          | admitted",
        "{key: broken, operator: Exists, effect: NoSchedule} | TaintToleration",
        "{key: broken, operator: Exists, effect: NoExecute}  | admitted",
        "{key: broken, operator: Lt, value: '6'}             | admitted",
        "{key: broken, operator: Lt, value: '5'}             | TaintToleration",
        "{key: broken, operator: Gt, value: '4'}             | admitted",
        "{key: broken, operator: Gt, value: '04'}            | TaintToleration",
      })
  void podNeedsATolerationForWhatWouldDriveItAway(String toleration, String expected) {
    Pod pod = Fixtures.pod("tolerations: [" + toleration.replace("{}", "") + "]");
    NodeFacts node = tainted(TaintEffect.NO_EXECUTE, "5");
    assertThat(Fixtures.told(rule.judge(pod, List.of(), node))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"NO_SCHEDULE", "PREFER_NO_SCHEDULE"})
  void otherTaintsAreTheSchedulersBusiness(TaintEffect effect) {
    assertThat(rule.judge(Fixtures.pod(""), List.of(), tainted(effect, "")))
        .isEqualTo(AdmissionVerdict.ADMITTED);
  }

  @Test
  void staticPodRunsOnAnyNode() {
    Pod pod = Fixtures.pod("");
    Pod manifest =
        pod.withMetadata(
            pod.metadata().withAnnotations(Map.of("kubernetes.io/config.source", "file")));
    assertThat(rule.judge(manifest, List.of(), tainted(TaintEffect.NO_EXECUTE, "")))
        .isEqualTo(AdmissionVerdict.ADMITTED);
  }

  @Test
  void saysTheWordsOfKubernetes() {
    assertThat(rule.judge(Fixtures.pod(""), List.of(), tainted(TaintEffect.NO_EXECUTE, "")))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "TaintToleration",
                "Predicate TaintToleration failed:"
                    + " node(s) had taints that the pod didn't tolerate"));
  }
}
