package dev.jubelet.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The results of the embedded runtime as a page. */
final class EmbeddedTable {
  private final EmbeddedResults results;
  private final String runtime;
  private final List<String> lines = new ArrayList<>();

  EmbeddedTable(EmbeddedResults results, String runtime) {
    this.results = results;
    this.runtime = runtime;
  }

  String document(Surroundings machine) {
    lines.add("# The embedded runtime");
    lines.add("");
    lines.add(
        "`./dev bench --embedded`: Jubelet with its own runtime, crun and its own bridge, and the Go"
            + " kubelet 1.36.4 with "
            + runtime
            + " and runc, in turns on one machine, with the same static pod: one busybox container"
            + " with a hostPath, image present. Times are from the manifest in place to the"
            + " container's first instruction. Medians, with the range in brackets.");
    lines.add("");
    lines.add(machine.text() + ".");
    lines.add("");
    row("", "Go kubelet, containerd", "Jubelet", "ratio");
    row("---", "---", "---", "---");
    times();
    memory();
    pull();
    lines.add("");
    floor();
    row("target", "wanted", "measured", "");
    row("---", "---", "---", "---");
    for (Target target : results.targets()) {
      row(target.what(), target.limitText(), target.valueText(), target.met() ? "met" : "missed");
    }
    return String.join("\n", lines) + "\n";
  }

  private void times() {
    EmbeddedResults.One one = results.one();
    if (one != null) {
      line("one pod", one.go(), one.ours(), "%.0f", "ms");
    }
    EmbeddedResults.Burst burst = results.burst();
    if (burst != null) {
      line("burst of " + burst.pods() + ", the last", burst.go(), burst.ours(), "%.2f", "s");
    }
  }

  private void memory() {
    EmbeddedResults.Memory memory = results.memory();
    if (memory != null) {
      MemoryUse go = memory.go();
      MemoryUse ours = memory.ours();
      line("memory with " + memory.pods() + " pods", go.total(), ours.total());
      line("… kubelet", go.kubelet(), ours.kubelet());
      row("… runtime", mib(go.runtime()), "in the kubelet", "");
      line("… shims, monitors", go.monitors(), ours.monitors());
      line("… pause processes", go.pauses(), ours.pauses());
    }
  }

  private void pull() {
    EmbeddedResults.Pull pull = results.pull();
    if (pull != null) {
      line(
          "pull of %d MB (%d compressed) in %d layers"
              .formatted(pull.megabytes(), pull.compressed(), pull.layers()),
          pull.containerd(),
          pull.ours(),
          "%.2f",
          "s");
      row("… peak resident memory", "", mib(pull.peak()), "");
      row("… that of half the image", "", mib(pull.peakOfHalf()), "");
    }
  }

  private void floor() {
    EmbeddedResults.One one = results.one();
    if (one != null) {
      lines.add(
          "Raw, in the same turns: two `crun run` of `true` "
              + one.runs().text("%.0f", "ms")
              + ", a network namespace with the reference bridge and host-local "
              + one.network().text("%.0f", "ms")
              + ", together "
              + one.floor().text("%.0f", "ms")
              + ".");
    }
    if (results.memory() != null) {
      lines.add(
          "Memory is the proportional set size of everything that is not the workload. Jubelet"
              + " needs a pause process only for pods whose containers see each other's processes.");
    }
    if (results.pull() != null) {
      lines.add(
          "Pulls are CRI calls, from one registry on loopback, of another image each time, until it is"
              + " unpacked; Jubelet's wait until it is on the disk, too.");
    }
    lines.add("");
  }

  private void line(String what, double go, double ours) {
    row(what, mib(go), mib(ours), go == 0 ? "" : ratio(ours / go));
  }

  private void line(String what, Series go, Series ours, String format, String unit) {
    row(what, go.text(format, unit), ours.text(format, unit), ratio(ours.median() / go.median()));
  }

  private static String mib(double value) {
    return String.format(Locale.ROOT, "%.0f MiB", value);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private void row(String... cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }
}
