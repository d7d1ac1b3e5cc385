package dev.jubelet.decide.status;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.status.container.Readiness;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.status.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that a pod's status is made from. Kubernetes does not show what holds up a pod as a whole (a
 * volume, a sandbox): its containers are being created, and events tell the rest.
 *
 * @param previous the status that was last published, or what the source says when there is none
 * @param remembered what nobody can see
 */
public record StatusInput(
    Pod pod,
    PodLifecycle lifecycle,
    PodObservation observed,
    Remembered remembered,
    Readiness readiness,
    PodStatus previous,
    Basics basics,
    Instant now) {

  /**
   * What is the same in all statuses of a node.
   *
   * @param hostIps of the node, the preferred one first
   * @param runtimeName the scheme of container ids, such as {@code containerd}
   * @param machine what the machine and its runtime can do
   */
  public record Basics(List<String> hostIps, String runtimeName, MachineFacts machine) {
    public Basics {
      hostIps = List.copyOf(hostIps);
    }
  }

  /**
   * @param waitingReasons by container name, why it is not running; of no effect on one that runs
   * @param attempts the highest attempt that is known of a container, also of one that is gone
   * @param restarting containers whose newest instance we stopped so that they run again: its exit
   *     does not count
   * @param resize how far the pod is from the resources that its source wants for it
   */
  public record Remembered(
      Map<String, WaitingReason> waitingReasons,
      Map<String, Integer> attempts,
      Set<String> restarting,
      ResizeReport resize) {
    public Remembered {
      waitingReasons = Ordered.copyOf(waitingReasons);
      attempts = Ordered.copyOf(attempts);
      // Only asked whether it contains something: its order reaches nobody.
      restarting = Set.copyOf(restarting);
    }
  }

  /** Nothing of the pod runs any more, nor will again. */
  boolean ended() {
    return switch (lifecycle) {
      case PodLifecycle.Terminated _, PodLifecycle.Finished _ -> true;
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _, PodLifecycle.Terminating _ -> false;
    };
  }

  /** Containers may still be started. */
  boolean alive() {
    return switch (lifecycle) {
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _ -> true;
      case PodLifecycle.Terminating _, PodLifecycle.Terminated _, PodLifecycle.Finished _ -> false;
    };
  }

  @Nullable Termination termination() {
    return switch (lifecycle) {
      case PodLifecycle.Terminating terminating -> terminating.termination();
      case PodLifecycle.Terminated terminated -> terminated.termination();
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _, PodLifecycle.Finished _ -> null;
    };
  }
}
