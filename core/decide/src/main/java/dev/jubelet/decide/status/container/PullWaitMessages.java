package dev.jubelet.decide.status.container;

import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.status.PodStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells in a status which images its containers wait for. It is added when somebody looks, so that
 * a slow pull does not make a new status every second. CRI says nothing of a pull before its end,
 * so since when it goes on is all there is to tell.
 */
public final class PullWaitMessages {
  private PullWaitMessages() {}

  /**
   * @param pulling since when an image is being pulled, if it is
   */
  public static PodStatus on(PodStatus status, Function<String, Optional<Instant>> pulling) {
    List<ContainerStatus> inits = on(status.initContainerStatuses(), pulling);
    List<ContainerStatus> mains = on(status.containerStatuses(), pulling);
    if (inits.equals(status.initContainerStatuses()) && mains.equals(status.containerStatuses())) {
      return status;
    }
    return PodStatusBuilder.builder(status)
        .initContainerStatuses(inits)
        .containerStatuses(mains)
        .build();
  }

  private static List<ContainerStatus> on(
      List<ContainerStatus> statuses, Function<String, Optional<Instant>> pulling) {
    return statuses.stream()
        .map(status ->
            waitsForNothingElse(status)
                ? pulling.apply(status.image()).map(since -> noted(status, since)).orElse(status)
                : status)
        .toList();
  }

  private static boolean waitsForNothingElse(ContainerStatus status) {
    ContainerStateWaiting waiting = status.state().waiting();
    return waiting != null && waiting.message().isEmpty();
  }

  private static ContainerStatus noted(ContainerStatus status, Instant since) {
    ContainerStateWaiting waiting = status.state().waiting();
    String reason = waiting == null ? "" : waiting.reason();
    String message =
        PullMessages.pulling(status.image()) + " since " + ContainerStates.seconds(since);
    return status.withState(
        new ContainerState(new ContainerStateWaiting(reason, message), null, null));
  }
}
