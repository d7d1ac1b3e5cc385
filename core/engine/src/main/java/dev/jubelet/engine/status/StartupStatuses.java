package dev.jubelet.engine.status;

import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Tells which statuses say no more than that a pod is on its way. */
final class StartupStatuses {
  /** Kubernetes: what a container waits for when nothing is wrong. */
  private static final Set<String> USUAL = Set.of("ContainerCreating", "PodInitializing");

  private StartupStatuses() {}

  static boolean saysNothing(PodStatus status) {
    return status.phase() == PodPhase.PENDING
        && status.reason().isEmpty()
        && Stream.of(
                status.initContainerStatuses(),
                status.containerStatuses(),
                status.ephemeralContainerStatuses())
            .flatMap(List::stream)
            .allMatch(StartupStatuses::isAwaited);
  }

  private static boolean isAwaited(ContainerStatus container) {
    ContainerStateWaiting waiting = container.state().waiting();
    return waiting != null && USUAL.contains(waiting.reason()) && container.restartCount() == 0;
  }
}
