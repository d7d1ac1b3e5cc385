package dev.jubelet.decide.config.annotation;

import dev.jubelet.model.container.ContainerPort;
import dev.jubelet.model.container.handler.LifecycleHandler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

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

  /** Ours alone: the place of a sidecar among the init containers, so that an orphan has it too. */
  public static final String SIDECAR = "jubelet.dev/sidecar";

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

  public static Optional<LifecycleHandler> preStop(Map<String, String> annotations) {
    return json(annotations, PRE_STOP_HANDLER, AnnotationReader::handler);
  }

  public static List<ContainerPort> ports(Map<String, String> annotations) {
    return json(annotations, PORTS, AnnotationReader::ports).orElse(List.of());
  }

  /** Empty for whatever is not a sidecar, or was not made by us. */
  public static OptionalLong sidecar(Map<String, String> annotations) {
    return number(annotations, SIDECAR);
  }

  public static Optional<String> terminationMessagePath(Map<String, String> annotations) {
    return text(annotations, TERMINATION_MESSAGE_PATH);
  }

  public static Optional<String> terminationMessagePolicy(Map<String, String> annotations) {
    return text(annotations, TERMINATION_MESSAGE_POLICY);
  }

  private static <T> Optional<T> json(
      Map<String, String> annotations, String key, Function<String, T> reader) {
    try {
      return text(annotations, key).map(reader);
    } catch (IllegalArgumentException | ArithmeticException unreadable) {
      // Someone else's annotation: as good as none.
      return Optional.empty();
    }
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
