package dev.jubelet.decide.plan.step;

import static dev.jubelet.decide.plan.PlanTable.up;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.plan.PodShapes;
import dev.jubelet.decide.plan.Views;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why containers do not run, in the words of Kubernetes. */
class WaitingReasonsTest {
  private static final WaitingReason PULL = new WaitingReason("ErrImagePull", "no such image");

  private static Views crashing(int delay) {
    return up("Always", "a:exit1").ended("a-0", 1).crashed("a", delay, 60);
  }

  @ParameterizedTest(name = "{0} s is {1}")
  @CsvSource({
    "10, 10s",
    "20, 20s",
    "40, 40s",
    "59, 59s",
    "60, 1m0s",
    "80, 1m20s",
    "160, 2m40s",
    "300, 5m0s",
  })
  void crashLoopSaysItsBackOffAsKubernetesWritesDurations(int delay, String text) {
    assertThat(WaitingReasons.of(crashing(delay).view(), Views.NOW))
        .containsExactly(
            Map.entry(
                "a",
                new WaitingReason(
                    "CrashLoopBackOff",
                    "back-off " + text + " restarting failed container=a pod=p_default(uid-1)")));
  }

  @Test
  void crashLoopIsOverWhenItsMomentHasCome() {
    assertThat(WaitingReasons.of(crashing(10).view(), Views.NOW.plusSeconds(8))).isNotEmpty();
    assertThat(WaitingReasons.of(crashing(10).view(), Views.NOW.plusSeconds(9))).isEmpty();
  }

  @Test
  void firstCrashHasNoBackOff() {
    assertThat(WaitingReasons.of(up("Always", "a:exit1").ended("a-0", 0).view(), Views.NOW))
        .isEmpty();
  }

  @Test
  void containerThatWillNotRestartIsNotInACrashLoop() {
    Views given = up("Never", "a b", "a:exit1 b:running").ended("a-0", 1).crashed("a", 10, 60);
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).isEmpty();
  }

  @Test
  void initContainersCrashInALoopToo() {
    Views given = up("Always", "i | a", "i:exit1").ended("i-0", 1).crashed("i", 10, 60);
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).containsOnlyKeys("i");
  }

  @Test
  void endingPodIsNotInACrashLoop() {
    assertThat(WaitingReasons.of(crashing(10).ends(30, 0).view(), Views.NOW)).isEmpty();
    assertThat(WaitingReasons.of(crashing(10).hasEnded(true).view(), Views.NOW)).isEmpty();
    assertThat(WaitingReasons.of(crashing(10).waits("another").view(), Views.NOW)).isEmpty();
  }

  @Test
  void pullThatJustFailedIsAnError() {
    Views given = up("Always", "").pullFailed("a", 0, 10, PULL);
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).containsEntry("a", PULL);
  }

  @Test
  void imageOfAVolumeThatCannotBeHadShowsOnThoseWhoMountIt() {
    Pod pod =
        PodShapes.specified(
            """
            containers:
            - {name: a, image: img-a, volumeMounts: [{name: data, mountPath: /d}]}
            - {name: b, image: img-b}
            volumes: [{name: data, image: {reference: img-data}}]
            """);
    Views given =
        Views.of(pod).sandbox(0).failed("image volume/data img-data", 1, 9, PULL, "volume/data");
    assertThat(WaitingReasons.of(given.view(), Views.NOW))
        .containsExactly(
            Map.entry(
                "a",
                new WaitingReason(
                    "ImagePullBackOff",
                    "Back-off pulling image \"img-data\" of volume \"data\":"
                        + " ErrImagePull: no such image")));
    assertThat(WaitingReasons.of(given.ends(30, 0).view(), Views.NOW)).isEmpty();
  }

  @Test
  void pullThatWaitsForItsNextTryIsABackOff() {
    Views given = up("Always", "").pullFailed("a", 1, 9, PULL);
    assertThat(WaitingReasons.of(given.view(), Views.NOW))
        .containsEntry(
            "a",
            new WaitingReason(
                "ImagePullBackOff",
                "Back-off pulling image \"img-a\": ErrImagePull: no such image"));
  }

  @Test
  void otherFailuresStayWhatTheyAre() {
    WaitingReason create = new WaitingReason("CreateContainerError", "no space");
    Views given = up("Always", "").failed("create a", 5, 5, create, "a");
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).containsEntry("a", create);
  }

  @Test
  void failureOfTheWholePodIsNoWaitingReasonOfAContainer() {
    Views given = Views.of("Always", "a").failed("run sandbox", 5, null);
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).isEmpty();
  }

  @Test
  void failureToStartAgainOutweighsTheCrashLoop() {
    Views given = crashing(40).pullFailed("a", 1, 9, PULL);
    assertThat(WaitingReasons.of(given.view(), Views.NOW).get("a"))
        .extracting(WaitingReason::reason)
        .isEqualTo("ImagePullBackOff");
  }

  @Test
  void eachContainerHasItsOwn() {
    Views given =
        up("Always", "a b c", "a:exit1 c:running")
            .ended("a-0", 1)
            .crashed("a", 10, 60)
            .pullFailed("b", 0, 10, PULL);
    assertThat(WaitingReasons.of(given.view(), Views.NOW)).containsOnlyKeys("a", "b");
  }
}
