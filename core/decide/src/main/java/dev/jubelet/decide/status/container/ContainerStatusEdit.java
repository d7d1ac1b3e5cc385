package dev.jubelet.decide.status.container;

import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.ContainerStatusBuilder;
import org.jspecify.annotations.Nullable;

/** A container status with one thing different. */
public final class ContainerStatusEdit {
  private ContainerStatusEdit() {}

  public static ContainerStatus withState(ContainerStatus status, ContainerState state) {
    return ContainerStatusBuilder.builder(status).state(state).build();
  }

  public static ContainerStatus withStates(
      ContainerStatus status, ContainerState state, ContainerState lastState) {
    return ContainerStatusBuilder.builder(status).state(state).lastState(lastState).build();
  }

  public static ContainerStatus withRestartCount(ContainerStatus status, int restartCount) {
    return ContainerStatusBuilder.builder(status).restartCount(restartCount).build();
  }

  static ContainerStatus withReadiness(
      ContainerStatus status, boolean ready, @Nullable Boolean started) {
    return ContainerStatusBuilder.builder(status).ready(ready).started(started).build();
  }
}
