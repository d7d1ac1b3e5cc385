package dev.jubelet.nodeserver;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodStatus;

/** A pod as it is wanted, and how it is. */
public record PodReport(Pod pod, PodStatus status) {
  /** The pod with its present status in the place of what its source said. */
  public Pod asOneObject() {
    return new Pod(pod.metadata(), pod.spec(), status);
  }
}
