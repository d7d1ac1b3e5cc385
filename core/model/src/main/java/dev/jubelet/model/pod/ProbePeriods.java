package dev.jubelet.model.pod;

import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.model.meta.ObjectMeta;
import java.time.Duration;
import java.util.Optional;

/** Probe periods finer than the whole seconds of Kubernetes, asked for by annotations of ours. */
public final class ProbePeriods {
  /** For all probes of a pod; followed by a dot and a name, for those of one container. */
  public static final String ANNOTATION = "jubelet.dev/probe-period";

  public static final Duration LEAST = Duration.ofMillis(10);

  private ProbePeriods() {}

  /** Reads a period; the message of the exception is fit to be shown to whoever wrote it. */
  public static Duration parse(String text) {
    Duration period = GoDuration.parse(text);
    if (period.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException("must be at least " + GoDuration.format(LEAST));
    }
    return period;
  }

  /**
   * What the annotations say of a container, its own before the pod's. One that nobody can read was
   * told to its author when the manifest was checked, and counts as absent here.
   */
  public static Optional<Duration> of(ObjectMeta meta, String container) {
    String text =
        meta.annotations()
            .getOrDefault(
                ANNOTATION + "." + container, meta.annotations().getOrDefault(ANNOTATION, ""));
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(parse(text));
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }
}
