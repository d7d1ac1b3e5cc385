package dev.jubelet.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results in Markdown, which is also what the terminal shows. */
final class Table {
  private static final String HOW =
      """
      How it is measured: a containerd of its own in a network namespace of its own; one busybox \
      container with a hostPath volume, image present. A container marks its first instruction by making a \
      file, whose time counts. Raw is RunPodSandbox, CreateContainer and StartContainer by Jubelet's CRI \
      client, with the same configuration; directories, cgroup, volume and the question for the image are \
      done before its clock starts, while Jubelet's starts when the manifest is renamed into place. Both \
      take turns; Jubelet is stopped with SIGSTOP while raw calls are measured. CPU and memory are from \
      /proc. Exec to healthy begins at the launcher script and ends at the first 200 of /healthz.\
      """;

  private final Results results;
  private final List<String> lines = new ArrayList<>();

  private Table(Results results) {
    this.results = results;
  }

  static String targets(Results results) {
    Table table = new Table(results);
    table.addTargets();
    return table.text();
  }

  static String measurements(Results results) {
    Table table = new Table(results);
    table.row("", "raw CRI calls", "Jubelet");
    table.row("---", "---:", "---:");
    table.addOne();
    table.addBurst();
    table.addRest();
    table.addStarts();
    return table.text();
  }

  /**
   * @param picture the name of the file beside it
   */
  static String document(Results results, Surroundings machine, String picture) {
    return """
    # %s

    Measured on %s with `./dev bench`: %s. Medians, and in brackets the range.

    %s
    ![Times relative to raw CRI calls](%s)

    %s
    %s

    %s
    """
        .formatted(
            results.runtime(),
            results.day(),
            machine.text(),
            targets(results),
            picture,
            measurements(results),
            HOW,
            notes(results));
  }

  private void addTargets() {
    row("", "measured", "target", "");
    row("---", "---:", "---:", "---");
    for (Target target : Target.of(results)) {
      row(
          target.what(),
          target.valueText(),
          target.limitText(),
          target.met() ? "met" : "**missed**");
    }
  }

  private void addOne() {
    OnePod.Result one = results.one();
    if (one == null) {
      return;
    }
    row(
        "one pod, until its first instruction",
        one.raw().text("%.0f", "ms"),
        one.jubelet().text("%.0f", "ms"));
    List<String> names = List.of("RunPodSandbox", "CreateContainer", "StartContainer");
    for (int i = 0; i < names.size(); i++) {
      row("… of which " + names.get(i), one.calls().get(i).text("%.0f", "ms"), "");
    }
  }

  private void addBurst() {
    Burst.Result burst = results.burst();
    if (burst == null) {
      return;
    }
    String what = "burst of " + burst.pods() + ", first instruction of the last";
    row(
        what,
        burst.best().text("%.2f", "s") + ", " + burst.bestTogether() + " together",
        burst.jubelet().text("%.2f", "s"));
    for (Map.Entry<Integer, Series> each : burst.raw().entrySet()) {
      row("… raw, " + each.getKey() + " together", each.getValue().text("%.2f", "s"), "");
    }
    row("… CPU of Jubelet", "", burst.cpu().text("%.2f", "s"));
    row(
        "… CPU of containerd",
        burst.runtimeCpuRaw().text("%.2f", "s"),
        burst.runtimeCpuJubelet().text("%.2f", "s"));
    double calls = burst.calls().values().stream().mapToDouble(Double::doubleValue).sum();
    row("… calls for each pod", "3", String.format(Locale.ROOT, "%.1f", calls));
  }

  private void addRest() {
    AtRest.Result rest = results.rest();
    if (rest == null) {
      return;
    }
    String where = "at rest with " + rest.pods() + " pods, " + rest.seconds() + " s: ";
    row(where + "CPU of Jubelet", "", cpu(rest.jubelet()));
    row("… CPU of containerd", "", cpu(rest.runtime()));
    row("… memory of Jubelet", "", memory(rest.jubelet()));
    row("… memory of containerd", "", memory(rest.runtime()));
  }

  private void addStarts() {
    Startups.Result empty = results.emptyStart();
    if (empty != null) {
      row("exec to healthy, no pods", "", empty.healthy().text("%.0f", "ms"));
      row("… to runtime found and sources read", "", empty.ready().text("%.0f", "ms"));
    }
    Startups.Result full = results.fullStart();
    if (full != null) {
      row("exec to healthy, with pods", "", full.healthy().text("%.0f", "ms"));
      row("… to runtime found and sources read", "", full.ready().text("%.0f", "ms"));
    }
  }

  private static String cpu(AtRest.Cost cost) {
    return String.format(
        Locale.ROOT,
        "%.2f %% of a core (worst second %.0f %%)",
        cost.cpu().mean(),
        cost.cpu().most());
  }

  private static String memory(AtRest.Cost cost) {
    ProcessUsage usage = cost.memory();
    return String.format(
        Locale.ROOT,
        "%.0f MiB, of which %.0f anonymous (peak %.0f)",
        usage.residentMib(),
        usage.anonymousMib(),
        usage.peakMib());
  }

  /** What was the same, and what Jubelet asked of its runtime. */
  static String notes(Results results) {
    List<String> notes = new ArrayList<>();
    OnePod.Result one = results.one();
    if (one != null) {
      notes.add(
          one.differences().isEmpty()
              ? "The runtime made the same of both: labels and OCI specifications of sandbox and"
                  + " container are equal but for names."
              : "What the runtime made of both differs:\n\n"
                  + String.join(
                      "\n", one.differences().stream().map(line -> "    " + line).toList()));
    }
    Burst.Result burst = results.burst();
    if (burst != null) {
      notes.add(
          "Calls of Jubelet for each pod of a burst: "
              + String.join(
                  ", ",
                  burst.calls().entrySet().stream()
                      .map(call ->
                          String.format(Locale.ROOT, "%s %.2f", call.getKey(), call.getValue()))
                      .toList())
              + ".");
    }
    return String.join("\n\n", notes);
  }

  private void row(String... cells) {
    lines.add("| " + String.join(" | ", cells) + " |");
  }

  private String text() {
    return String.join("\n", lines) + "\n";
  }
}
