package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.pod.Pod;

/** A sidecar is an init container that is restarted for ever. */
final class Sidecars {
  private Sidecars() {}

  static boolean is(Container initContainer) {
    return initContainer.restartPolicy() == ContainerRestartPolicy.ALWAYS;
  }

  /** A main container may have a restart policy of its own: only the name tells them apart. */
  static boolean isIn(Pod pod, Container container) {
    return is(container)
        && pod.spec().initContainers().stream().anyMatch(c -> c.name().equals(container.name()));
  }
}
