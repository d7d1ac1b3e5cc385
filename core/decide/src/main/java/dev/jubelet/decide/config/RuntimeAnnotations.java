package dev.jubelet.decide.config;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The annotations that the Go kubelet writes on a container, and how they are read back. A
 * container that lacks one, or has one that cannot be read, answers empty: it may be older than us
 * or not ours.
 */
public final class RuntimeAnnotations {
  public static final String HASH = "io.kubernetes.container.hash";
  public static final String RESTART_COUNT = "io.kubernetes.container.restartCount";
  public static final String TERMINATION_MESSAGE_PATH =
      "io.kubernetes.container.terminationMessagePath";
  public static final String TERMINATION_MESSAGE_POLICY =
      "io.kubernetes.container.terminationMessagePolicy";
  public static final String PRE_STOP_HANDLER = "io.kubernetes.container.preStopHandler";
  public static final String PORTS = "io.kubernetes.container.ports";
  public static final String TERMINATION_GRACE = "io.kubernetes.pod.terminationGracePeriod";
  public static final String DELETION_GRACE = "io.kubernetes.pod.deletionGracePeriod";

  private RuntimeAnnotations() {}

  public static OptionalInt restartCount(Map<String, String> annotations) {
    OptionalLong count = number(annotations, RESTART_COUNT);
    if (count.isEmpty() || count.getAsLong() < 0 || count.getAsLong() > Integer.MAX_VALUE) {
      return OptionalInt.empty();
    }
    return OptionalInt.of((int) count.getAsLong());
  }

  /** As {@link ContainerHash} writes it: compare as text. */
  public static Optional<String> hash(Map<String, String> annotations) {
    return text(annotations, HASH);
  }

  public static OptionalLong terminationGraceSeconds(Map<String, String> annotations) {
    return number(annotations, TERMINATION_GRACE);
  }

  public static OptionalLong deletionGraceSeconds(Map<String, String> annotations) {
    return number(annotations, DELETION_GRACE);
  }

  public static Optional<String> terminationMessagePath(Map<String, String> annotations) {
    return text(annotations, TERMINATION_MESSAGE_PATH);
  }

  public static Optional<String> terminationMessagePolicy(Map<String, String> annotations) {
    return text(annotations, TERMINATION_MESSAGE_POLICY);
  }

  private static Optional<String> text(Map<String, String> annotations, String key) {
    return Optional.ofNullable(annotations.get(key)).filter(value -> !value.isEmpty());
  }

  private static OptionalLong number(Map<String, String> annotations, String key) {
    Optional<String> value = text(annotations, key);
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value.get()));
    } catch (NumberFormatException notANumber) {
      // Someone else's annotation: as good as none.
      return OptionalLong.empty();
    }
  }
}
