package dev.jubelet.bench;

import dev.jubelet.acceptance.cluster.KubeletKind;
import java.util.List;
import java.util.Map;

/**
 * What was measured through an API server, for each kubelet.
 *
 * @param pods of a burst
 * @param floor seconds that bare CRI calls take for a burst, without a kubelet and its API server
 */
record ClusterResults(int pods, Series floor, Map<KubeletKind, Kind> kinds) {
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
   * @param firstHalf as {@code half}, of the first burst after the start
   * @param firstCpu as {@code cpu}, of that one
   */
  record Kind(
      Series ready,
      Series one,
      Series half,
      Series last,
      Series cpu,
      Series runtimeCpu,
      Series resident,
      Series firstHalf,
      Series firstCpu) {}

  ClusterResults {
    kinds = Map.copyOf(kinds);
  }

  Kind of(KubeletKind kind) {
    Kind found = kinds.get(kind);
    if (found == null) {
      throw new NotMeasured(kind + " was not measured");
    }
    return found;
  }

  List<Target> targets() {
    Kind go = of(KubeletKind.GO);
    Kind ours = of(KubeletKind.JUBELET);
    return List.of(
        new Target("one pod", ours.one().median() / go.one().median(), ONE_MAX, "%.2f ×"),
        new Target(
            "burst of " + pods + ", half of them",
            ours.half().median() / go.half().median(),
            BURST_MAX,
            "%.2f ×"),
        new Target(
            "burst of " + pods + ", the last",
            ours.last().median() / go.last().median(),
            BURST_MAX,
            "%.2f ×"),
        new Target(
            "CPU of the kubelet for the burst",
            ours.cpu().median() / go.cpu().median(),
            CPU_MAX,
            "%.2f ×"),
        new Target("exec to node ready", ours.ready().median(), READY_MAX, "%.1f s"));
  }
}
