package dev.jubelet.bench.node;

import dev.jubelet.bench.run.NotMeasured;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many pods by bare CRI calls: what the runtime itself takes for them. */
public final class RawBurst {
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int REMOVED_TOGETHER = 8;

  private final BenchNode node;
  private final RawPods raw;
  private final Marks marks;

  /**
   * @param seconds until the first instruction of the last pod
   */
  public record Once(double seconds, double runtimeCpu) {}

  public RawBurst(BenchNode node, RawPods raw) {
    this.node = node;
    this.raw = raw;
    this.marks = new Marks(node.marks());
  }

  /**
   * @param measured called before the pods are removed again
   */
  public Once run(int pods, int together, Runnable measured) {
    List<String> names = PodUnderTest.names("raw-burst-", pods);
    List<RawPods.Prepared> prepared = names.stream().map(raw::prepare).toList();
    double before = node.containerdUsage().cpuSeconds();
    Instant begun = Instant.now();
    List<RawPods.Running> running =
        together(together, prepared.stream().map(each -> task(() -> raw.start(each))).toList());
    double seconds = Duration.between(begun, marks.last(names, LONGEST)).toNanos() / 1e9;
    double runtimeCpu = node.containerdUsage().cpuSeconds() - before;
    measured.run();
    together(
        REMOVED_TOGETHER,
        running.stream()
            .map(each ->
                task(() -> {
                  raw.remove(each);
                  return each;
                }))
            .toList());
    node.awaitEmpty();
    marks.forget(names);
    return new Once(seconds, runtimeCpu);
  }

  private static <T> Callable<T> task(Callable<T> task) {
    return task;
  }

  private static <T> List<T> together(int count, List<Callable<T>> tasks) {
    List<T> results = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(count)) {
      for (Future<T> each : workers.invokeAll(tasks)) {
        results.add(each.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    } catch (ExecutionException e) {
      throw new NotMeasured("a raw call failed: " + e.getCause());
    }
    return results;
  }
}
