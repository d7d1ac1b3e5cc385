package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why containers of a pod are not running, by name, in Kubernetes' words. */
public final class WaitingReasons {
  private WaitingReasons() {}

  public static Map<String, WaitingReason> of(PodView view, Instant now) {
    Map<String, WaitingReason> waitingReasons = new LinkedHashMap<>(crashLoops(view, now));
    waitingReasons.putAll(failedHooks(view));
    for (Retry retry : view.memory().retries().values()) {
      String asker = retry.container();
      if (asker != null && !ImageAskers.isVolume(asker)) {
        waitingReasons.put(asker, shown(view, retry, now));
      }
    }
    // Kubernetes: the image of a volume is looked at before the container's own.
    for (Retry retry : view.memory().retries().values()) {
      for (String container : mounting(view, retry.container())) {
        waitingReasons.put(container, shown(view, retry, now));
      }
    }
    return waitingReasons;
  }

  /** A container that was killed for its hook says so until its next instance is made. */
  private static Map<String, WaitingReason> failedHooks(PodView view) {
    Map<String, WaitingReason> waitingReasons = new LinkedHashMap<>();
    for (ObservedContainer container : view.observed().containers()) {
      boolean newest = view.observed().newest(container.name()).equals(Optional.of(container));
      if (newest
          && view.memory().instance(container.id()).postStart()
              instanceof Hook.Failed(String why)) {
        waitingReasons.put(container.name(), new WaitingReason("PostStartHookError", why));
      }
    }
    return waitingReasons;
  }

  /** A pull that just failed is an error; while its next try is waited for it is a back-off. */
  private static WaitingReason shown(PodView view, Retry retry, Instant now) {
    WaitingReason waitingReason = retry.waitingReason();
    String asker = retry.container();
    String image =
        asker != null && view.lifecycle() instanceof PodLifecycle.Syncing syncing
            ? ImageAskers.words(syncing.pod(), asker)
            : "its image";
    if (PullMessages.isPullFailure(waitingReason.reason()) && now.isAfter(retry.failedAt())) {
      return new WaitingReason(
          "ImagePullBackOff",
          "Back-off pulling "
              + image
              + ": "
              + waitingReason.reason()
              + ": "
              + waitingReason.message());
    }
    return asker != null && ImageAskers.isVolume(asker)
        ? new WaitingReason(waitingReason.reason(), image + ": " + waitingReason.message())
        : waitingReason;
  }

  /** Those who cannot start without the volume that this asker stands for. */
  private static List<String> mounting(PodView view, @Nullable String asker) {
    if (asker == null || !(view.lifecycle() instanceof PodLifecycle.Syncing syncing)) {
      return List.of();
    }
    return syncing
        .pod()
        .spec()
        .allContainers()
        .filter(container -> ImageAskers.mounts(container, asker))
        .map(Container::name)
        .toList();
  }

  /** The containers of a living pod that wait for their next start, and why. */
  private static Map<String, WaitingReason> crashLoops(PodView view, Instant now) {
    if (!(view.lifecycle() instanceof PodLifecycle.Syncing)) {
      return Map.of();
    }
    PodContainerRoles roles = PodContainerRoles.of(view);
    Map<String, WaitingReason> waiting = new LinkedHashMap<>();
    roles
        .pod()
        .spec()
        .initAndMainContainers()
        .filter(container -> isWaiting(view, roles, container, now))
        .forEach(container ->
            waiting.put(
                container.name(),
                new WaitingReason("CrashLoopBackOff", crashLoop(view, roles.pod(), container))));
    return waiting;
  }

  private static boolean isWaiting(
      PodView view, PodContainerRoles roles, Container container, Instant now) {
    ObservedContainer newest = roles.newest(container);
    return newest != null
        && newest.condition() instanceof ContainerCondition.Exited
        && roles.shouldRun(container)
        && ContainerStep.notBefore(view, container, newest).isAfter(now);
  }

  static String crashLoop(PodView view, Pod pod, Container container) {
    Backoff backoff = view.memory().container(container.name()).crash();
    long seconds = backoff == null ? 0 : backoff.delay().toSeconds();
    return "back-off "
        + (seconds >= 60 ? seconds / 60 + "m" + seconds % 60 + "s" : seconds + "s")
        + " restarting failed container="
        + container.name()
        + " pod="
        + pod.description();
  }
}
