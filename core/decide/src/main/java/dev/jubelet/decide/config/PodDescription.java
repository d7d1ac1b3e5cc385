package dev.jubelet.decide.config;

import dev.jubelet.model.pod.Pod;

/** How messages name a pod, so that they can be told from those of a namesake. */
final class PodDescription {
  private PodDescription() {}

  static String of(Pod pod) {
    return pod.metadata().name()
        + "_"
        + pod.metadata().namespace()
        + "("
        + pod.metadata().uid()
        + ")";
  }
}
