package dev.jubelet.bench;

import dev.jubelet.acceptance.cluster.KubeletKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The results of a cluster as a page. */
final class ClusterTable {
  private final ClusterResults results;
  private final String runtime;
  private final List<String> lines = new ArrayList<>();

  ClusterTable(ClusterResults results, String runtime) {
    this.results = results;
    this.runtime = runtime;
  }

  String document(Surroundings machine) {
    lines.add("# A node of a cluster, " + runtime);
    lines.add("");
    lines.add(
        "`./dev bench --cluster`: pods that are already bound to the node, from the API server's"
            + " answer until a watch shows them Running. Kubernetes 1.36.4, the Go kubelet and"
            + " Jubelet in turns on the same containerd, each after three bursts that are not"
            + " counted. CPU until three seconds after the last pod. Medians, with the range in"
            + " brackets.");
    lines.add("");
    lines.add(machine.text() + ".");
    lines.add("");
    row("", "Go kubelet", "Jubelet", "ratio");
    row("---", "---", "---", "---");
    line("exec to node ready", ClusterResults.Kind::ready, "%.2f", "s");
    line("one pod", ClusterResults.Kind::one, "%.0f", "ms");
    String burst = "burst of " + results.pods();
    line(burst + ", half of them", ClusterResults.Kind::half, "%.2f", "s");
    line(burst + ", the last", ClusterResults.Kind::last, "%.2f", "s");
    line("… CPU of the kubelet", ClusterResults.Kind::cpu, "%.2f", "s");
    line("… CPU of containerd", ClusterResults.Kind::runtimeCpu, "%.2f", "s");
    line("… resident memory of the kubelet", ClusterResults.Kind::resident, "%.0f", "MiB");
    line("first burst after the start, half of them", ClusterResults.Kind::firstHalf, "%.2f", "s");
    line("… CPU of the kubelet", ClusterResults.Kind::firstCpu, "%.2f", "s");
    lines.add("");
    lines.add(
        "Bare CRI calls for such a burst, without a kubelet and without an API server beside it: "
            + results.floor().text("%.2f", "s")
            + ". So much of the last pod's time is the runtime's own, whoever asks it.");
    lines.add("");
    row("target", "wanted", "measured", "");
    row("---", "---", "---", "---");
    for (Target target : results.targets()) {
      row(target.what(), target.limitText(), target.valueText(), target.met() ? "met" : "missed");
    }
    return String.join("\n", lines) + "\n";
  }

  private void line(
      String what, Function<ClusterResults.Kind, Series> value, String format, String unit) {
    Series go = value.apply(results.of(KubeletKind.GO));
    Series ours = value.apply(results.of(KubeletKind.JUBELET));
    row(
        what,
        go.text(format, unit),
        ours.text(format, unit),
        String.format(Locale.ROOT, "%.2f", ours.median() / go.median()));
  }

  private void row(String... cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }
}
