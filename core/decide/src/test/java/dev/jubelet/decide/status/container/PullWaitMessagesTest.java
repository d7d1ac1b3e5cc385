package dev.jubelet.decide.status.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PullWaitMessagesTest {
  private static final Instant SINCE = Instant.parse("2026-01-01T12:00:00.5Z");

  private static PodStatus status(String state) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: default, uid: u}
            spec: {containers: [{name: a, image: img}]}
            status:
              containerStatuses: [{name: a, image: img, imageID: "", ready: false, restartCount: 0, state: %s}]
            """
                .formatted(state));
    return pod.status();
  }

  private static ContainerStateWaiting waiting(PodStatus status) {
    ContainerStatus container = status.containerStatuses().getFirst();
    return Objects.requireNonNull(container.state().waiting());
  }

  @Test
  void containerThatWaitsForItsImageSaysSo() {
    PodStatus noted =
        PullWaitMessages.on(
            status("{waiting: {reason: ContainerCreating}}"),
            image -> image.equals("img") ? Optional.of(SINCE) : Optional.empty());
    assertThat(waiting(noted))
        .isEqualTo(
            new ContainerStateWaiting(
                "ContainerCreating", "Pulling image \"img\" since 2026-01-01T12:00:00Z"));
  }

  @Test
  void nothingIsSaidOfImagesThatNobodyPulls() {
    PodStatus before = status("{waiting: {reason: ContainerCreating}}");
    assertThat(PullWaitMessages.on(before, _ -> Optional.empty())).isSameAs(before);
  }

  @Test
  void whoHasAnotherReasonKeepsIt() {
    PodStatus before = status("{waiting: {reason: CrashLoopBackOff, message: back-off 10s}}");
    assertThat(PullWaitMessages.on(before, _ -> Optional.of(SINCE))).isSameAs(before);
  }

  @Test
  void runningContainerDoesNotWait() {
    PodStatus before = status("{running: {startedAt: \"2026-01-01T00:00:00Z\"}}");
    assertThat(PullWaitMessages.on(before, _ -> Optional.of(SINCE))).isSameAs(before);
  }
}
