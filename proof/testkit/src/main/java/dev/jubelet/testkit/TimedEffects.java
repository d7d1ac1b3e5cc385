package dev.jubelet.testkit;

import dev.jubelet.ports.Effects;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Effects on virtual time: the work is done at one instant, its result is delivered after the
 * latency that the fakes counted for it.
 */
public final class TimedEffects implements Effects {
  private final ManualTime time;
  private final Outside outside;
  private final SortedMap<Long, String> inFlight = new TreeMap<>();
  private long sequence;
  private boolean abandoned;

  public TimedEffects(ManualTime time, Outside outside) {
    this.time = time;
    this.outside = outside;
  }

  @Override
  public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
    long number = sequence++;
    inFlight.put(number, name);
    execute(() -> {
      outside.drainLatency();
      T result = work.get();
      Duration latency = outside.drainLatency();
      time.after(latency, () -> finish(number, done, result));
    });
  }

  private <T> void finish(long number, Consumer<T> done, T result) {
    if (!abandoned) {
      inFlight.remove(number);
      done.accept(result);
    }
  }

  @Override
  public void execute(Runnable step) {
    time.after(
        Duration.ZERO,
        () -> {
          if (!abandoned) {
            step.run();
          }
        });
  }

  /** Names of effects that have not delivered yet, oldest first. */
  public List<String> inFlight() {
    return List.copyOf(inFlight.values());
  }

  /** A crash of our process: no work begins and no result arrives any more. */
  public void abandon() {
    abandoned = true;
    inFlight.clear();
    outside.drainLatency();
  }
}
