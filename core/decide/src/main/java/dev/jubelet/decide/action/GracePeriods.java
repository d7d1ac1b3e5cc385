package dev.jubelet.decide.action;

import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The arithmetic of grace periods. */
public final class GracePeriods {
  /** Kubernetes: when nothing is left, a container still gets two seconds to end. */
  public static final Duration LEAST = Duration.ofSeconds(2);

  private static final Duration STANDARD = Duration.ofSeconds(30);

  private GracePeriods() {}

  /** None at all means that it is ended at once, without its hooks. */
  public static Duration ofPod(Pod pod) {
    Long seconds = pod.spec().terminationGracePeriodSeconds();
    return seconds == null ? STANDARD : Duration.ofSeconds(Math.max(0, seconds));
  }

  /** A pod whose specification is gone: its containers still carry the number. */
  public static Duration ofRemains(PodObservation observed) {
    return observed.containers().stream()
        .map(container -> GracePeriods.carried(container.annotations()))
        .filter(OptionalLong::isPresent)
        .map(seconds -> Duration.ofSeconds(Math.max(0, seconds.getAsLong())))
        .findFirst()
        .orElse(STANDARD);
  }

  /** Kubernetes: a deletion that was under way when it was made has its own grace. */
  private static OptionalLong carried(Map<String, String> annotations) {
    OptionalLong deletion = RuntimeAnnotations.deletionGraceSeconds(annotations);
    return deletion.isPresent()
        ? deletion
        : RuntimeAnnotations.terminationGraceSeconds(annotations);
  }

  /**
   * What a container has left until {@code deadline}: a second try to stop it gets no second grace.
   *
   * @param begun when its stop was first begun, or null when it begins now
   */
  public static Duration left(
      @Nullable Instant begun, Instant deadline, Duration grace, Instant now) {
    return atLeast(Duration.between(now, end(begun, deadline, grace, now)));
  }

  /** When the grace of a container is used up. */
  public static Instant end(
      @Nullable Instant begun, Instant deadline, Duration grace, Instant now) {
    Instant first = (begun == null ? now : begun).plus(grace);
    return first.isBefore(deadline) ? first : deadline;
  }

  public static Duration atLeast(Duration grace) {
    return grace.compareTo(LEAST) < 0 ? LEAST : grace;
  }
}
