package dev.jubelet.engine.node;

import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why and with how much time pods end that are asked to, beginning now. */
final class PodTerminations {
  /** Kubernetes: who is evicted for what it has taken gets next to no time. */
  private static final Duration EVICTION_GRACE = Duration.ofSeconds(1);

  private final NodeTime time;

  PodTerminations(NodeTime time) {
    this.time = time;
  }

  Termination removal(Pod pod, String source) {
    return new Termination(
        Termination.Cause.REMOVED,
        time.now(),
        GracePeriods.ofPod(pod),
        "its " + source + " source does not list it any more");
  }

  Termination longEnded(Pod pod) {
    return new Termination(
        Termination.Cause.COMPLETED,
        time.now(),
        GracePeriods.ofPod(pod),
        "its source says it has ended");
  }

  Termination forced(Pod pod, ForcedTerminations.Reason reason) {
    Duration grace =
        reason.cause() == Termination.Cause.EVICTED ? EVICTION_GRACE : GracePeriods.ofPod(pod);
    return new Termination(reason.cause(), time.now(), grace, reason.message());
  }

  Termination deletion(Pod pod) {
    Long seconds = pod.metadata().deletionGracePeriodSeconds();
    Duration grace = seconds == null ? GracePeriods.ofPod(pod) : Duration.ofSeconds(seconds);
    return new Termination(
        Termination.Cause.REMOVED, time.now(), grace, "its deletion was asked for");
  }

  /** A pod that only the node knows: what is seen of it tells its grace. */
  Termination orphanhood(@Nullable PodObservation seen) {
    Duration grace = seen == null ? GracePeriods.LEAST : GracePeriods.ofRemains(seen);
    return new Termination(Termination.Cause.ORPHANED, time.now(), grace, "no source knows it");
  }
}
