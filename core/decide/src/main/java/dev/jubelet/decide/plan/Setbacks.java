package dev.jubelet.decide.plan;

import dev.jubelet.decide.image.PullWords;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Setback;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why containers of a pod are not running, by name, in Kubernetes' words. */
public final class Setbacks {
  private Setbacks() {}

  public static Map<String, Setback> of(PodView view, Instant now) {
    Map<String, Setback> setbacks = new LinkedHashMap<>(CrashLoop.waiting(view, now));
    for (Map.Entry<String, Retry> entry : view.memory().retries().entrySet()) {
      Retry retry = entry.getValue();
      if (retry.container() != null) {
        setbacks.put(retry.container(), shown(view, retry, now));
      }
    }
    return setbacks;
  }

  /** A pull that just failed is an error; while its next try is waited for it is a back-off. */
  private static Setback shown(PodView view, Retry retry, Instant now) {
    Setback setback = retry.setback();
    if (!PullWords.isPullFailure(setback.reason()) || !now.isAfter(retry.failedAt())) {
      return setback;
    }
    String image = image(view, retry.container());
    return new Setback(
        "ImagePullBackOff",
        "Back-off pulling image \"" + image + "\": " + setback.reason() + ": " + setback.message());
  }

  private static String image(PodView view, @Nullable String container) {
    if (!(view.lifecycle() instanceof PodLifecycle.Syncing syncing)) {
      return "";
    }
    return Stream.concat(
            syncing.pod().spec().initContainers().stream(),
            syncing.pod().spec().containers().stream())
        .filter(c -> c.name().equals(container))
        .map(Container::image)
        .findFirst()
        .orElse("");
  }
}
