package dev.jubelet.cluster.pods;

import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateRunning;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateTerminatedBuilder;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.ContainerStatusBuilder;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Times as the API has them: whole seconds. */
final class WireTimes {
  private WireTimes() {}

  static @Nullable Instant of(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
  }

  static PodCondition of(PodCondition condition) {
    return PodConditionBuilder.builder(condition)
        .lastProbeTime(of(condition.lastProbeTime()))
        .lastTransitionTime(of(condition.lastTransitionTime()))
        .build();
  }

  static List<ContainerStatus> of(List<ContainerStatus> containers) {
    return containers.stream().map(WireTimes::of).toList();
  }

  private static ContainerStatus of(ContainerStatus container) {
    ContainerState state = of(container.state());
    ContainerState last = of(container.lastState());
    return state.equals(container.state()) && last.equals(container.lastState())
        ? container
        : ContainerStatusBuilder.builder(container).state(state).lastState(last).build();
  }

  private static ContainerState of(ContainerState state) {
    ContainerStateRunning running = state.running();
    ContainerStateTerminated ended = state.terminated();
    return new ContainerState(
        state.waiting(),
        running == null ? null : new ContainerStateRunning(of(running.startedAt())),
        ended == null
            ? null
            : ContainerStateTerminatedBuilder.builder(ended)
                .startedAt(of(ended.startedAt()))
                .finishedAt(of(ended.finishedAt()))
                .build());
  }
}
