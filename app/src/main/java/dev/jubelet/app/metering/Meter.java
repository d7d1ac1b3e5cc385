package dev.jubelet.app.metering;

import dev.jubelet.nodeserver.NodeMetrics;
import java.time.Duration;
import java.util.function.Supplier;

/** Counts a call of the container runtime and its time, whether it succeeds or not. */
final class Meter {
  private final NodeMetrics metrics;

  Meter(NodeMetrics metrics) {
    this.metrics = metrics;
  }

  NodeMetrics metrics() {
    return metrics;
  }

  <T> T measure(String operation, Supplier<T> call) {
    long start = System.nanoTime();
    boolean ok = false;
    try {
      T answer = call.get();
      ok = true;
      return answer;
    } finally {
      metrics.observeRuntimeOperation(operation, Duration.ofNanos(System.nanoTime() - start), ok);
    }
  }

  void measure(String operation, Runnable call) {
    measure(
        operation,
        () -> {
          call.run();
          return Boolean.TRUE;
        });
  }
}
