package dev.jubelet.decide.probe;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.ProbePeriods;
import java.time.Duration;
import java.util.Optional;

/** When a probe runs and how often in a row it has to say the same. */
public record ProbeSchedule(
    ProbeKind kind,
    Duration initialDelay,
    Duration period,
    Duration timeout,
    int successThreshold,
    int failureThreshold) {

  /** Nothing when the container has no such probe. */
  static Optional<ProbeSchedule> of(Pod pod, Container container, ProbeKind kind) {
    Probe probe = kind.in(container);
    return probe == null
        ? Optional.empty()
        : Optional.of(
            new ProbeSchedule(
                kind,
                Duration.ofSeconds(probe.initialDelaySeconds()),
                ProbePeriods.of(pod.metadata(), container.name())
                    .orElse(Duration.ofSeconds(probe.periodSeconds())),
                Duration.ofSeconds(probe.timeoutSeconds()),
                probe.successThreshold(),
                probe.failureThreshold()));
  }
}
