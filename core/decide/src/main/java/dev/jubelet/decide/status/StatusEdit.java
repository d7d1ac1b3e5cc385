package dev.jubelet.decide.status;

import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import org.jspecify.annotations.Nullable;

/** A container status with one thing different. */
final class StatusEdit {
  private StatusEdit() {}

  static ContainerStatus withState(ContainerStatus status, ContainerState state) {
    return withStates(status, state, status.lastState());
  }

  static ContainerStatus withStates(
      ContainerStatus status, ContainerState state, ContainerState lastState) {
    return with(status, state, lastState, status.ready(), status.restartCount(), status.started());
  }

  static ContainerStatus withRestartCount(ContainerStatus status, int restartCount) {
    return with(
        status, status.state(), status.lastState(), status.ready(), restartCount, status.started());
  }

  static ContainerStatus withReadiness(
      ContainerStatus status, boolean ready, @Nullable Boolean started) {
    return with(status, status.state(), status.lastState(), ready, status.restartCount(), started);
  }

  private static ContainerStatus with(
      ContainerStatus status,
      ContainerState state,
      ContainerState lastState,
      boolean ready,
      int restartCount,
      @Nullable Boolean started) {
    return new ContainerStatus(
        status.name(),
        state,
        lastState,
        ready,
        restartCount,
        status.image(),
        status.imageID(),
        status.containerID(),
        started,
        status.allocatedResources(),
        status.resources(),
        status.volumeMounts(),
        status.user(),
        status.allocatedResourcesStatus(),
        status.stopSignal());
  }
}
