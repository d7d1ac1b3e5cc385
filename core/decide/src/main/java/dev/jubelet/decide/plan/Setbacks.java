package dev.jubelet.decide.plan;

import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.PullWords;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why containers of a pod are not running, by name, in Kubernetes' words. */
public final class Setbacks {
  private Setbacks() {}

  public static Map<String, Setback> of(PodView view, Instant now) {
    Map<String, Setback> setbacks = new LinkedHashMap<>(CrashLoop.waiting(view, now));
    setbacks.putAll(failedHooks(view));
    for (Retry retry : view.memory().retries().values()) {
      String asker = retry.container();
      if (asker != null && !ImageAskers.isVolume(asker)) {
        setbacks.put(asker, shown(view, retry, now));
      }
    }
    // Kubernetes: the image of a volume is looked at before the container's own.
    for (Retry retry : view.memory().retries().values()) {
      for (String container : mounting(view, retry.container())) {
        setbacks.put(container, shown(view, retry, now));
      }
    }
    return setbacks;
  }

  /** A container that was killed for its hook says so until its next instance is made. */
  private static Map<String, Setback> failedHooks(PodView view) {
    Map<String, Setback> setbacks = new LinkedHashMap<>();
    for (ObservedContainer container : view.observed().containers()) {
      boolean newest = view.observed().newest(container.name()).equals(Optional.of(container));
      if (newest
          && view.memory().instance(container.id()).postStart()
              instanceof Hook.Failed(String why)) {
        setbacks.put(container.name(), new Setback("PostStartHookError", why));
      }
    }
    return setbacks;
  }

  /** A pull that just failed is an error; while its next try is waited for it is a back-off. */
  private static Setback shown(PodView view, Retry retry, Instant now) {
    Setback setback = retry.setback();
    String asker = retry.container();
    String image =
        asker != null && view.lifecycle() instanceof PodLifecycle.Syncing syncing
            ? ImageAskers.words(syncing.pod(), asker)
            : "its image";
    if (PullWords.isPullFailure(setback.reason()) && now.isAfter(retry.failedAt())) {
      return new Setback(
          "ImagePullBackOff",
          "Back-off pulling " + image + ": " + setback.reason() + ": " + setback.message());
    }
    return asker != null && ImageAskers.isVolume(asker)
        ? new Setback(setback.reason(), image + ": " + setback.message())
        : setback;
  }

  /** Those who cannot start without the volume that this asker stands for. */
  private static List<String> mounting(PodView view, @Nullable String asker) {
    if (asker == null || !(view.lifecycle() instanceof PodLifecycle.Syncing syncing)) {
      return List.of();
    }
    PodSpec spec = syncing.pod().spec();
    return Stream.of(
            spec.initContainers().stream(),
            spec.containers().stream(),
            spec.ephemeralContainers().stream().map(EphemeralContainer::asContainer))
        .flatMap(containers -> containers)
        .filter(container -> ImageAskers.mounts(container, asker))
        .map(Container::name)
        .toList();
  }
}
