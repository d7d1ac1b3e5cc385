package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;

/**
 * How willingly the kernel kills a container's processes when memory runs out: the more of the
 * node's memory a Burstable container has asked for, the later.
 */
public final class OomScore {
  static final int GUARANTEED = -997;
  static final int BEST_EFFORT = 1000;
  private static final int BURSTABLE_MIN = 1000 + GUARANTEED;
  private static final int BURSTABLE_MAX = BEST_EFFORT - 1;

  private OomScore() {}

  /** A node that does not know its memory ({@code 0}) treats every request as tiny. */
  public static int of(Pod pod, Container container, long memoryCapacityBytes) {
    if (CriticalPods.isNodeCritical(pod)) {
      return GUARANTEED;
    }
    return switch (QosClasses.of(pod)) {
      case GUARANTEED -> GUARANTEED;
      case BEST_EFFORT -> BEST_EFFORT;
      case BURSTABLE -> burstable(pod, container, memoryCapacityBytes);
    };
  }

  private static int burstable(Pod pod, Container container, long capacity) {
    if (capacity <= 0) {
      return BURSTABLE_MAX;
    }
    long share = unassignedShare(pod);
    long score = score(memoryRequest(container) + share, capacity);
    // A main container may have a restart policy of its own: only the name tells them apart.
    if (container.isSidecar() && pod.spec().isInit(container.name())) {
      // A sidecar must not die before the containers that it serves.
      score = Math.min(score, score(smallestMainRequest(pod) + share, capacity));
    }
    if (score < BURSTABLE_MIN) {
      return BURSTABLE_MIN;
    }
    return score == BEST_EFFORT ? BURSTABLE_MAX : (int) score;
  }

  private static long score(long requestBytes, long capacity) {
    return 1000 - 1000 * requestBytes / capacity;
  }

  private static long memoryRequest(Container container) {
    return ResourceAmounts.in(container.resources().requests(), ResourceNames.MEMORY).value();
  }

  private static long smallestMainRequest(Pod pod) {
    return pod.spec().containers().stream().mapToLong(OomScore::memoryRequest).min().orElse(0);
  }

  /** What the pod asks for as a whole and no container does, divided evenly. */
  private static long unassignedShare(Pod pod) {
    long whole = ResourceAmounts.in(PodLevelResources.requests(pod), ResourceNames.MEMORY).value();
    int count = pod.spec().containers().size() + pod.spec().initContainers().size();
    if (whole == 0 || count == 0) {
      return 0;
    }
    long assigned = ResourceAmounts.in(PodRequests.ofContainers(pod), ResourceNames.MEMORY).value();
    return (whole - assigned) / count;
  }
}
