package dev.jubelet.decide.config;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code runAsNonRoot} is a promise to be kept before the container starts: only numbers prove it.
 */
final class NonRootRule {
  private NonRootRule() {}

  /** Why the container must not start, if it must not. */
  static Optional<String> violation(
      Pod pod, Container container, EffectiveSecurity security, ImageUser image) {
    if (!security.runAsNonRoot()) {
      return Optional.empty();
    }
    return complaint(security.runAsUser(), image)
        .map(complaint ->
            complaint
                + " (pod: \""
                + pod.description()
                + "\", container: "
                + container.name()
                + ")");
  }

  private static Optional<String> complaint(@Nullable Long runAsUser, ImageUser image) {
    if (runAsUser != null) {
      return runAsUser == 0
          ? Optional.of("container's runAsUser breaks non-root policy")
          : Optional.empty();
    }
    Long uid = image.uid();
    if (uid == null) {
      return Optional.of(
          "container has runAsNonRoot and image has non-numeric user ("
              + image.username()
              + "), cannot verify user is non-root");
    }
    if (uid == 0) {
      return Optional.of("container has runAsNonRoot and image will run as root");
    }
    if (uid < 0 || uid > Integer.MAX_VALUE) {
      return Optional.of(
          "container has runAsNonRoot and image has an invalid user id ("
              + uid
              + "). (Must be 1-(2147483647)): must be between 0 and 2147483647, inclusive");
    }
    return Optional.empty();
  }
}
