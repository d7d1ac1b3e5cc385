package dev.jubelet.decide.status.container;

import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStateRunning;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStateWaiting;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The three states of a container in the API, and the words that Kubernetes has for them. */
public final class ContainerStates {
  public static final String CREATING = "ContainerCreating";
  public static final String INITIALIZING = "PodInitializing";
  public static final String STATUS_UNKNOWN = "ContainerStatusUnknown";
  public static final String RESTARTING_ALL = "RestartingAllContainers";

  public static final ContainerState NONE = new ContainerState(null, null, null);

  /** 128 + SIGKILL: an end that nobody saw is a bad one. */
  private static final int EXIT_UNSEEN = 137;

  private ContainerStates() {}

  public static ContainerState waiting(String reason) {
    return new ContainerState(new ContainerStateWaiting(reason, ""), null, null);
  }

  public static ContainerState waiting(WaitingReason waitingReason) {
    return new ContainerState(
        new ContainerStateWaiting(waitingReason.reason(), waitingReason.message()), null, null);
  }

  public static ContainerState running(ContainerCondition.Running running) {
    return new ContainerState(null, new ContainerStateRunning(seconds(running.startedAt())), null);
  }

  /** The runtime's reason, such as OOMKilled, says more than the exit code. */
  public static ContainerState terminated(ContainerCondition.Exited exited, String containerId) {
    String reason = exited.reason();
    if (reason.isEmpty()) {
      reason = exited.exitCode() == 0 ? "Completed" : "Error";
    }
    return terminated(
        new ContainerStateTerminated(
            exited.exitCode(),
            0,
            reason,
            exited.message(),
            seconds(exited.startedAt()),
            seconds(exited.finishedAt()),
            containerId));
  }

  public static ContainerState terminated(ContainerStateTerminated terminated) {
    return new ContainerState(null, null, terminated);
  }

  public static ContainerState unseenEnd(String reason, String message) {
    return terminated(
        new ContainerStateTerminated(EXIT_UNSEEN, 0, reason, message, null, null, ""));
  }

  public static ContainerState presumedCompleted(String message) {
    return terminated(new ContainerStateTerminated(0, 0, "Completed", message, null, null, ""));
  }

  /** The API has whole seconds: finer ones would make every comparison with it a difference. */
  public static Instant seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }
}
