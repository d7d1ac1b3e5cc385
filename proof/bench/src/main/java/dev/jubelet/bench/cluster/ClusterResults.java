package dev.jubelet.bench.cluster;

import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Target;
import java.util.function.Function;

/**
 * What was measured through an API server, for both kubelets.
 *
 * @param pods of a burst
 * @param floor seconds that bare CRI calls take for a burst, without a kubelet and its API server
 */
record ClusterResults(int pods, Series floor, Kind go, Kind ours) {
  private static final double ONE_MAX = 0.5;
  private static final double BURST_MAX = 1 / 1.5;
  private static final double CPU_MAX = 1;
  private static final double READY_MAX = 3;

  /**
   * One kubelet's.
   *
   * @param ready seconds from exec until the API shows the node as ready
   * @param one milliseconds from bound to Running seen
   * @param half seconds until half of a burst was Running
   * @param last seconds until all of it was
   * @param cpu seconds of the kubelet's CPU for a burst
   * @param runtimeCpu the runtime's
   * @param resident MiB with the burst's pods
   * @param first of the first burst after the start
   */
  record Kind(
      Series ready,
      Series one,
      Series half,
      Series last,
      Series cpu,
      Series runtimeCpu,
      Series resident,
      First first) {
    /** As those of other bursts. */
    record First(Series half, Series cpu) {}
  }

  Results results() {
    String burst = "burst of " + pods;
    Results.Builder results = new Results.Builder();
    compare(results, "exec to node ready", Kind::ready, "%.2f", "s");
    compare(results, "one pod", Kind::one, "%.0f", "ms");
    compare(results, burst + ", half of them", Kind::half, "%.2f", "s");
    compare(results, burst + ", the last", Kind::last, "%.2f", "s");
    compare(results, "… CPU of the kubelet", Kind::cpu, "%.2f", "s");
    compare(results, "… CPU of containerd", Kind::runtimeCpu, "%.2f", "s");
    compare(results, "… resident memory of the kubelet", Kind::resident, "%.0f", "MiB");
    compare(
        results,
        "first burst after the start, half of them",
        kind -> kind.first().half(),
        "%.2f",
        "s");
    compare(results, "… CPU of the kubelet", kind -> kind.first().cpu(), "%.2f", "s");
    return results
        .target(ratio("one pod", Kind::one, ONE_MAX))
        .target(ratio(burst + ", half of them", Kind::half, BURST_MAX))
        .target(ratio(burst + ", the last", Kind::last, BURST_MAX))
        .target(ratio("CPU of the kubelet for the burst", Kind::cpu, CPU_MAX))
        .target(new Target("exec to node ready", ours.ready().median(), READY_MAX, "%.1f s"))
        .note(
            "Bare CRI calls for such a burst, without a kubelet and without an API server beside it: "
                + floor.text("%.2f", "s")
                + ". So much of the last pod's time is the runtime's own, whoever asks it.")
        .build();
  }

  private void compare(
      Results.Builder results,
      String what,
      Function<Kind, Series> value,
      String format,
      String unit) {
    results.compare(what, value.apply(go), value.apply(ours), format, unit);
  }

  private Target ratio(String what, Function<Kind, Series> value, double limit) {
    return Target.ratio(what, value.apply(ours).median(), value.apply(go).median(), limit);
  }
}
