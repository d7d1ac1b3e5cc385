package dev.jubelet.model.runtime;

import java.util.List;

/**
 * @param labels a value for each of {@link UsageMetric#labels}
 */
public record UsageFigure(UsageMetric metric, List<String> labels, long value) {
  public UsageFigure {
    labels = List.copyOf(labels);
    if (labels.size() != metric.labels().size()) {
      throw new IllegalArgumentException(metric + " has labels " + metric.labels());
    }
  }

  public static UsageFigure of(UsageMetric metric, long value, String... labels) {
    return new UsageFigure(metric, List.of(labels), value);
  }
}
