package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.Kubelet;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often Jubelet has called its runtime, from its own metrics. */
record RuntimeCalls(Map<String, Double> counts) {
  private static final Pattern LINE =
      Pattern.compile(
          "^kubelet_runtime_operations_total\\{operation_type=\"([^\"]+)\"\\} (\\S+)$",
          Pattern.MULTILINE);

  RuntimeCalls {
    counts = Map.copyOf(counts);
  }

  static RuntimeCalls of(Kubelet kubelet) {
    return parse(kubelet.askSocket("/metrics").orElse(""));
  }

  static RuntimeCalls parse(String metrics) {
    Map<String, Double> found = new TreeMap<>();
    Matcher matcher = LINE.matcher(metrics);
    while (matcher.find()) {
      found.put(matcher.group(1), Double.valueOf(matcher.group(2)));
    }
    return new RuntimeCalls(found);
  }

  /** The calls since then for each of so many pods, without those that did not happen. */
  Map<String, Double> since(RuntimeCalls before, int pods) {
    Map<String, Double> each = new TreeMap<>();
    counts.forEach((name, count) -> {
      double more = (count - before.counts.getOrDefault(name, 0.0)) / pods;
      if (more > 0) {
        each.put(name, more);
      }
    });
    return each;
  }
}
