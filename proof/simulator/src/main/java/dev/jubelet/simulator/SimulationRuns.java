package dev.jubelet.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs many seeds on all cores. */
public final class SimulationRuns {
  private static final int FAILURES_SHOWN = 5;

  /** What came out of a batch. */
  public record Summary(int runs, long events, long lives, List<Simulation.Verdict> broken) {
    public Summary {
      broken = List.copyOf(broken);
    }

    /** What was broken, and how to see it again. */
    public String words() {
      StringBuilder words = new StringBuilder();
      for (Simulation.Verdict verdict : broken) {
        words
            .append("BROKEN ")
            .append(verdict.broken().orElse(""))
            .append("\n  replay with: ./dev sim --seed ")
            .append(verdict.seed())
            .append('\n');
      }
      return words.toString();
    }
  }

  private SimulationRuns() {}

  /** Stops early once a handful of seeds have failed: they are enough to work on. */
  public static Summary run(long firstSeed, int count, Consumer<Integer> progress) {
    AtomicInteger done = new AtomicInteger();
    AtomicLong next = new AtomicLong(firstSeed);
    AtomicLong events = new AtomicLong();
    AtomicLong lives = new AtomicLong();
    List<Simulation.Verdict> broken = Collections.synchronizedList(new ArrayList<>());
    int workers = Runtime.getRuntime().availableProcessors();
    try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
      for (int i = 0; i < workers; i++) {
        pool.execute(() -> {
          long seed = next.getAndIncrement();
          while (seed < firstSeed + count && broken.size() < FAILURES_SHOWN) {
            Simulation.Verdict verdict = Simulation.run(seed);
            events.addAndGet(verdict.events());
            lives.addAndGet(verdict.lives());
            verdict.broken().ifPresent(why -> broken.add(verdict));
            progress.accept(done.incrementAndGet());
            seed = next.getAndIncrement();
          }
        });
      }
      pool.shutdown();
      if (!pool.awaitTermination(12, TimeUnit.HOURS)) {
        throw new IllegalStateException("the simulation did not end within 12 hours");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return new Summary(done.get(), events.get(), lives.get(), broken);
  }
}
