package dev.jubelet.decide.status;

import dev.jubelet.model.pod.Pod;

/** What others say in the status of a pod: controllers, the scheduler, people. */
public final class ForeignStatus {
  private ForeignStatus() {}

  /** Whether something changed that is not ours to say, but that ours is made from. */
  public static boolean differs(Pod before, Pod now) {
    return !Conditions.ofOthers(before).equals(Conditions.ofOthers(now))
        || !before.status().nominatedNodeName().equals(now.status().nominatedNodeName())
        || !before.status().resourceClaimStatuses().equals(now.status().resourceClaimStatuses());
  }

  /** A final phase never changes again, whoever said it. */
  public static boolean hasEnded(Pod pod) {
    return PodOutcome.isFinal(pod.status().phase());
  }
}
