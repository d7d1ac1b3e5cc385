package dev.jubelet.nodeserver.endpoint;

import java.time.Instant;
import java.util.List;

/** Writes the Prometheus text format for samples that have times of their own. */
final class MetricText {
  private final StringBuilder text = new StringBuilder();
  private String family = "";

  void family(String name, String type, String help) {
    family = name;
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /**
   * @param labels names and values in turn
   */
  void sample(List<String> labels, double value) {
    named(labels).append(shown(value)).append('\n');
  }

  void sample(List<String> labels, double value, Instant at) {
    named(labels).append(shown(value)).append(' ').append(at.toEpochMilli()).append('\n');
  }

  private StringBuilder named(List<String> labels) {
    text.append(family);
    for (int i = 0; i < labels.size(); i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels.get(i)).append("=\"");
      text.append(escaped(labels.get(i + 1))).append('"');
    }
    return text.append(labels.isEmpty() ? " " : "} ");
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String shown(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
