package dev.jubelet.decide.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.decide.plan.Views;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedContainerBuilder;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.testkit.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GracePeriodsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static Pod pod(String grace) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, uid: uid-1}
        spec:
          containers: [{name: a, image: img-a}]
        %s
        """
            .formatted(grace.indent(2)));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "3, 3", "30, 30", "86400, 86400"})
  void podHasItsOwnGrace(int asked, int granted) {
    assertThat(GracePeriods.ofPod(pod("terminationGracePeriodSeconds: " + asked)))
        .isEqualTo(Duration.ofSeconds(granted));
  }

  @Test
  void podThatDoesNotSayHasThirtySeconds() {
    assertThat(GracePeriods.ofPod(pod(""))).isEqualTo(Duration.ofSeconds(30));
  }

  private static PodObservation remains(List<Map<String, String>> annotations) {
    Views views = Views.of("Always", "a");
    List<ObservedContainer> containers =
        annotations.stream()
            .map(carried -> {
              ObservedContainer seen = views.instance(0, "a", 0, "foreign");
              return ObservedContainerBuilder.builder(seen)
                  .labels(Map.of())
                  .annotations(carried)
                  .build();
            })
            .toList();
    return new PodObservation(
        views.pod().uid(), views.pod().fullName(), List.of(), containers, Views.NOW);
  }

  @Test
  void orphanHasTheGraceThatItsContainersCarry() {
    assertThat(
            GracePeriods.ofRemains(
                remains(List.of(Map.of(), Map.of(RuntimeAnnotations.TERMINATION_GRACE, "77")))))
        .isEqualTo(Duration.ofSeconds(77));
  }

  @Test
  void orphanWhoseContainersCarryNoneHasThirtySeconds() {
    assertThat(GracePeriods.ofRemains(remains(List.of(Map.of()))))
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(GracePeriods.ofRemains(remains(List.of()))).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void orphanMayHaveNoGraceAtAll() {
    assertThat(
            GracePeriods.ofRemains(
                remains(List.of(Map.of(RuntimeAnnotations.TERMINATION_GRACE, "0")))))
        .isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest(name = "begun {0} s ago, grace {1}, deadline in {2} s: {3} s")
  @CsvSource({
    "0,  30, 30, 30",
    "10, 30, 30, 20",
    "10, 30, 5,  5",
    "0, 30, 5, 5",
    "28, 30, 30, 2",
    "29, 30, 30, 2",
    "99, 30, 30, 2",
    "0,  30, 0,  2",
    "0, 30, -9, 2",
  })
  void whatIsLeftEndsWithGraceOrDeadline(int begun, int grace, int deadline, int left) {
    assertThat(
            GracePeriods.left(
                NOW.minusSeconds(begun), NOW.plusSeconds(deadline), Duration.ofSeconds(grace), NOW))
        .isEqualTo(Duration.ofSeconds(left));
  }

  @Test
  void stopThatHasNotBegunBeginsNow() {
    assertThat(GracePeriods.left(null, NOW.plusSeconds(30), Duration.ofSeconds(30), NOW))
        .isEqualTo(Duration.ofSeconds(30));
  }
}
