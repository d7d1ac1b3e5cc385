package dev.jubelet.decide.status.container;

import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import org.jspecify.annotations.Nullable;

/** Whether a container counts as started and as ready. */
public final class ReadinessRule {
  private final Readiness readiness;

  public ReadinessRule(Readiness readiness) {
    this.readiness = readiness;
  }

  public ContainerStatus apply(
      ContainerSlot slot, ContainerStatus status, @Nullable ContainerStatus old) {
    boolean started = started(slot, status, old);
    return switch (slot.kind()) {
      case MAIN, SIDECAR -> status.withReadiness(started && ready(slot, status, old), started);
      case INIT -> status.withReadiness(completed(status), started);
      // Kubernetes says neither of an ephemeral container.
      case EPHEMERAL -> status.withReadiness(false, null);
    };
  }

  private boolean started(
      ContainerSlot slot, ContainerStatus status, @Nullable ContainerStatus old) {
    if (status.state().running() == null) {
      return false;
    }
    Boolean verdict = readiness.started().get(slot.name());
    if (verdict != null) {
      return verdict;
    }
    return slot.container().startupProbe() == null
        || (old != null && sameInstance(status, old) && Boolean.TRUE.equals(old.started()));
  }

  /** Readiness outlives our process: until the first verdict, what was shown before still holds. */
  private boolean ready(ContainerSlot slot, ContainerStatus status, @Nullable ContainerStatus old) {
    Boolean verdict = readiness.ready().get(slot.name());
    if (verdict != null) {
      return verdict;
    }
    return slot.container().readinessProbe() == null
        || (old != null && sameInstance(status, old) && old.ready());
  }

  private static boolean sameInstance(ContainerStatus status, ContainerStatus old) {
    return old.containerID().equals(status.containerID());
  }

  private static boolean completed(ContainerStatus status) {
    ContainerStateTerminated terminated = status.state().terminated();
    return terminated != null && terminated.exitCode() == 0;
  }
}
