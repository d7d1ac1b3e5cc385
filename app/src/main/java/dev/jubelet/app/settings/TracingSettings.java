package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.tracing.CollectorAddress;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the starts of pods are told.
 *
 * @param perMillion how many of a million, more than none
 */
public record TracingSettings(CollectorAddress collector, int perMillion) {
  private static final int MILLION = 1_000_000;

  static Optional<TracingSettings> of(
      KubeletConfiguration.@Nullable TracingConfiguration said, ConfigurationErrors findings) {
    if (said == null) {
      return Optional.empty();
    }
    int perMillion = Objects.requireNonNullElse(said.samplingRatePerMillion(), 0);
    findings.between(0, MILLION, perMillion, "tracing.samplingRatePerMillion");
    CollectorAddress collector = collector(said.endpoint(), findings);
    // Kubernetes: without a rate nothing is told that nobody else asked for.
    return perMillion > 0
        ? Optional.of(new TracingSettings(collector, perMillion))
        : Optional.empty();
  }

  private static CollectorAddress collector(
      @Nullable String endpoint, ConfigurationErrors findings) {
    if (endpoint == null) {
      return CollectorAddress.STANDARD;
    }
    try {
      return CollectorAddress.parse(endpoint);
    } catch (IllegalArgumentException unusable) {
      findings.add(
          "tracing.endpoint",
          "cannot be used: " + unusable.getMessage() + "; it is \"" + endpoint + "\"");
      return CollectorAddress.STANDARD;
    }
  }
}
