package dev.jubelet.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of Jubelet with its own runtime, beside the Go kubelet with containerd; null
 * for what was not.
 */
record EmbeddedResults(
    @Nullable One one, @Nullable Burst burst, @Nullable Memory memory, @Nullable Pull pull) {
  private static final double FLOOR_MAX = 2.5;
  private static final double ONE_MAX = 1 / 5.0;
  private static final double BURST_MAX = 1 / 3.0;
  private static final double MEMORY_MAX = 0.5;
  private static final double PULL_MAX = 1;
  private static final double GROWTH_MAX = 1.1;

  /**
   * One pod, in milliseconds.
   *
   * @param runs two containers by {@code crun run}
   * @param network a namespace, and a bridge by the reference plugins
   * @param floor both
   */
  record One(Series runs, Series network, Series floor, Series go, Series ours) {}

  /** Seconds until the last of so many pods. */
  record Burst(int pods, Series go, Series ours) {}

  record Memory(int pods, MemoryUse go, MemoryUse ours) {}

  /**
   * Seconds for an image, and MiB at most resident.
   *
   * @param megabytes unpacked, in so many layers
   * @param compressed how many of them travel
   * @param peakOfHalf of our process that pulled an image of half the size as often
   */
  record Pull(
      int megabytes,
      int compressed,
      int layers,
      Series containerd,
      Series ours,
      double peakOfHalf,
      double peak) {}

  boolean complete() {
    return one != null && burst != null && memory != null && pull != null;
  }

  List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    if (one != null) {
      double ours = one.ours().median();
      targets.add(
          target("one pod, to two crun run and a bridge", ours / one.floor().median(), FLOOR_MAX));
      targets.add(target("one pod, to the Go kubelet", ours / one.go().median(), ONE_MAX));
    }
    if (burst != null) {
      targets.add(
          target(
              "burst of " + burst.pods() + ", to the Go kubelet",
              burst.ours().median() / burst.go().median(),
              BURST_MAX));
    }
    if (memory != null) {
      targets.add(
          target(
              "memory with " + memory.pods() + " pods, to the Go kubelet's node",
              memory.ours().total() / memory.go().total(),
              MEMORY_MAX));
    }
    if (pull != null) {
      targets.add(
          target(
              "pull of " + pull.megabytes() + " MB, to containerd",
              pull.ours().median() / pull.containerd().median(),
              PULL_MAX));
      targets.add(
          target(
              "peak memory of that pull, to one of half the size",
              pull.peak() / pull.peakOfHalf(),
              GROWTH_MAX));
    }
    return targets;
  }

  private static Target target(String what, double value, double limit) {
    return new Target(what, value, limit, "%.2f ×");
  }
}
