package dev.jubelet.cluster.pods;

import dev.jubelet.codec.RecordCopy;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateRunning;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times as the API has them: whole seconds. */
final class WireTimes {
  private WireTimes() {}

  static @Nullable Instant of(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
  }

  static PodCondition of(PodCondition condition) {
    return new PodCondition(
        condition.type(),
        condition.observedGeneration(),
        condition.status(),
        of(condition.lastProbeTime()),
        of(condition.lastTransitionTime()),
        condition.reason(),
        condition.message());
  }

  static List<ContainerStatus> of(List<ContainerStatus> containers) {
    return containers.stream().map(WireTimes::of).toList();
  }

  private static ContainerStatus of(ContainerStatus container) {
    ContainerState state = of(container.state());
    ContainerState last = of(container.lastState());
    return state.equals(container.state()) && last.equals(container.lastState())
        ? container
        : RecordCopy.with(container, Map.of("state", state, "lastState", last));
  }

  private static ContainerState of(ContainerState state) {
    ContainerStateRunning running = state.running();
    ContainerStateTerminated ended = state.terminated();
    return new ContainerState(
        state.waiting(),
        running == null ? null : new ContainerStateRunning(of(running.startedAt())),
        ended == null
            ? null
            : new ContainerStateTerminated(
                ended.exitCode(),
                ended.signal(),
                ended.reason(),
                ended.message(),
                of(ended.startedAt()),
                of(ended.finishedAt()),
                ended.containerID()));
  }
}
