package dev.jubelet.decide.status;

import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodPhase;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The phase of a pod by the states of its containers. */
final class PhaseRule {
  private final Pod pod;
  private final Set<String> restarting;
  private boolean initFailedForGood;
  private boolean initPending;
  private boolean sidecarPending;
  private int running;
  private int waiting;
  private int stopped;
  private int stoppedForGood;
  private int succeeded;

  private PhaseRule(StatusInput input) {
    this.pod = input.pod();
    this.restarting = input.remembered().restarting();
  }

  /**
   * @param mainBegun a main container has been made in the present sandbox: a sidecar that restarts
   *     does not make the pod pending again
   */
  static PodPhase of(
      StatusInput input,
      List<ContainerStatus> init,
      List<ContainerStatus> main,
      boolean mainBegun) {
    Pod pod = input.pod();
    PhaseRule rule = new PhaseRule(input);
    List<Container> initContainers = pod.spec().initContainers();
    for (int i = 0; i < initContainers.size(); i++) {
      if (initContainers.get(i).isSidecar()) {
        rule.countSidecar(init.get(i));
      } else {
        rule.countInit(initContainers.get(i), init.get(i));
      }
    }
    List<Container> containers = pod.spec().containers();
    for (int i = 0; i < containers.size(); i++) {
      rule.countMain(containers.get(i), main.get(i));
    }
    return rule.phase(input.ended(), mainBegun);
  }

  private void countInit(Container container, ContainerStatus status) {
    ContainerStateTerminated end = lastEnd(status);
    if (status.state().running() != null || end == null) {
      initPending = true;
    } else if (end.exitCode() != 0 && !restarts(container, end)) {
      initFailedForGood = true;
    }
  }

  /** A sidecar that has ended, restarting or not, has no say. */
  private void countSidecar(ContainerStatus status) {
    if (status.state().running() != null) {
      running++;
      sidecarPending |= !Boolean.TRUE.equals(status.started());
    } else if (lastEnd(status) == null) {
      waiting++;
      sidecarPending = true;
    }
  }

  private void countMain(Container container, ContainerStatus status) {
    if (status.state().running() != null) {
      running++;
      return;
    }
    ContainerStateTerminated end = lastEnd(status);
    if (end == null) {
      waiting++;
      return;
    }
    stopped++;
    if (!restarts(container, end)) {
      stoppedForGood++;
    }
    if (status.state().terminated() != null && end.exitCode() == 0) {
      succeeded++;
    }
  }

  /**
   * @param ended nothing is restarted any more, whatever the restart policy
   */
  private PodPhase phase(boolean ended, boolean mainBegun) {
    if (initFailedForGood) {
      return PodPhase.FAILED;
    }
    if (initPending || (sidecarPending && !mainBegun) || waiting > 0) {
      return PodPhase.PENDING;
    }
    if (running > 0) {
      return PodPhase.RUNNING;
    }
    if (stopped == 0) {
      return PodPhase.PENDING;
    }
    if (!ended && stopped != stoppedForGood) {
      return PodPhase.RUNNING;
    }
    return stopped == succeeded ? PodPhase.SUCCEEDED : PodPhase.FAILED;
  }

  private boolean restarts(Container container, ContainerStateTerminated end) {
    return restarting.contains(container.name())
        || end.reason().equals(ContainerStates.RESTARTING_ALL)
        || RestartRule.restarts(pod, container, end.exitCode());
  }

  /** The end of the instance that is shown, or of the one that a waiting container had before. */
  private static @Nullable ContainerStateTerminated lastEnd(ContainerStatus status) {
    ContainerStateTerminated end = status.state().terminated();
    return end != null ? end : status.lastState().terminated();
  }
}
