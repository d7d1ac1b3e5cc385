package dev.jubelet.app.metering;

import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.ports.Effects;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts how long looks at the runtime and steps of pods take, by the names they run under. */
public record MeasuredEffects(Effects inner, NodeMetrics metrics) implements Effects {
  private static final String LOOK_AT_ALL = "look at all pods";
  private static final String POD = "pod/";

  @Override
  public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
    inner.run(name, () -> measured(name, work), done);
  }

  private <T> T measured(String name, Supplier<T> work) {
    long begin = System.nanoTime();
    T result = work.get();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    if (name.equals(LOOK_AT_ALL)) {
      metrics.relisted(took);
    } else if (name.startsWith(POD)) {
      metrics.podWorked("sync", took);
    }
    return result;
  }

  @Override
  public void execute(Runnable step) {
    inner.execute(step);
  }
}
