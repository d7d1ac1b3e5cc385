package dev.jubelet.bench.embedded;

import static dev.jubelet.bench.report.Results.Builder.mib;

import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;

/** The parts of what is measured of Jubelet's own runtime, beside the Go kubelet's containerd. */
final class EmbeddedResults {
  private static final double FLOOR_MAX = 2.5;
  private static final double ONE_MAX = 1 / 5.0;
  private static final double BURST_MAX = 1 / 3.0;
  private static final double MEMORY_MAX = 0.5;
  private static final double PULL_MAX = 1;
  private static final double GROWTH_MAX = 1.1;

  private EmbeddedResults() {}

  /**
   * One pod, in milliseconds.
   *
   * @param runs two containers by {@code crun run}
   * @param network a namespace, and a bridge by the reference plugins
   * @param floor both
   */
  record One(Series runs, Series network, Series floor, Series go, Series ours) {
    Results results() {
      double median = ours.median();
      return new Results.Builder()
          .compare("one pod", go, ours, "%.0f", "ms")
          .target(
              Target.ratio(
                  "one pod, to two crun run and a bridge", median, floor.median(), FLOOR_MAX))
          .target(Target.ratio("one pod, to the Go kubelet", median, go.median(), ONE_MAX))
          .note(
              "Raw, in the same turns: two `crun run` of `true` "
                  + runs.text("%.0f", "ms")
                  + ", a network namespace with the reference bridge and host-local "
                  + network.text("%.0f", "ms")
                  + ", together "
                  + floor.text("%.0f", "ms")
                  + ".")
          .build();
    }
  }

  /** Seconds until the last of so many pods. */
  record Burst(int pods, Series go, Series ours) {
    Results results() {
      String burst = "burst of " + pods;
      return new Results.Builder()
          .compare(burst + ", the last", go, ours, "%.2f", "s")
          .target(
              Target.ratio(burst + ", to the Go kubelet", ours.median(), go.median(), BURST_MAX))
          .build();
    }
  }

  record Memory(int pods, MemoryUse go, MemoryUse ours) {
    Results results() {
      String memory = "memory with " + pods + " pods";
      return new Results.Builder()
          .compareMib(memory, go.total(), ours.total())
          .compareMib("… kubelet", go.kubelet(), ours.kubelet())
          .row("… runtime", mib(go.runtime()), "in the kubelet", "")
          .compareMib("… shims, monitors", go.monitors(), ours.monitors())
          .compareMib("… pause processes", go.pauses(), ours.pauses())
          .target(
              Target.ratio(
                  memory + ", to the Go kubelet's node", ours.total(), go.total(), MEMORY_MAX))
          .note(
              "Memory is the proportional set size of everything that is not the workload. Jubelet"
                  + " needs a pause process only for pods whose containers see each other's processes.")
          .build();
    }
  }

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
      double peak) {
    Results results() {
      String pull = "pull of " + megabytes + " MB";
      return new Results.Builder()
          .compare(
              "%s (%d compressed) in %d layers".formatted(pull, compressed, layers),
              containerd,
              ours,
              "%.2f",
              "s")
          .row("… peak resident memory", "", mib(peak), "")
          .row("… that of half the image", "", mib(peakOfHalf), "")
          .target(
              Target.ratio(pull + ", to containerd", ours.median(), containerd.median(), PULL_MAX))
          .target(
              Target.ratio(
                  "peak memory of that pull, to one of half the size",
                  peak,
                  peakOfHalf,
                  GROWTH_MAX))
          .note(
              "Pulls are CRI calls, from one registry on loopback, of another image each time, until it is"
                  + " unpacked; Jubelet's wait until it is on the disk, too.")
          .build();
    }
  }
}
