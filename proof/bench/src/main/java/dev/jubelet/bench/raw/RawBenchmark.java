package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.RawPods;
import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Picture;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Table;
import dev.jubelet.bench.run.BenchOptions;
import dev.jubelet.bench.run.BenchOptions.Part;
import dev.jubelet.bench.run.Benchmark;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Jubelet beside bare CRI calls for the same pods, in an order in which no part disturbs the next.
 */
public final class RawBenchmark implements Benchmark {
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

  private final BenchNode node;
  private final BenchOptions options;
  private final BenchOptions.Amounts amounts;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  public RawBenchmark(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.amounts = options.amounts();
    this.undo = undo;
  }

  @Override
  public String name() {
    return "Jubelet beside raw CRI calls";
  }

  @Override
  public Results measure() {
    // The first start may build and train the AOT cache.
    restarted().stop();
    Startups starts = new Startups(node, options.program());
    boolean start = options.wants(Part.START);
    Results emptyStart =
        start ? starts.measure(amounts.starts()).results("no pods", "") : Results.NONE;
    Kubelet kubelet = restarted();
    RawPods raw = new RawPods(node);
    Results results = Results.NONE;
    if (options.wants(Part.ONE)) {
      OnePod one = new OnePod(node, kubelet, raw);
      results = results.and(one.measure(amounts.singles()).results());
    }
    if (options.wants(Part.BURST)) {
      Burst burst = new Burst(node, kubelet, raw);
      results = results.and(burst.measure(amounts.burstPods(), amounts.burstRounds()).results());
    }
    boolean rest = options.wants(Part.REST);
    if (rest || start) {
      int seconds = rest ? amounts.restSeconds() : 1;
      AtRest.Result watched = new AtRest(node, kubelet).measure(amounts.restPods(), seconds);
      results = rest ? results.and(watched.results()) : results;
    }
    kubelet.stop();
    results = results.and(emptyStart);
    return start
        ? results.and(starts.measure(amounts.starts()).results("with pods", ", with pods"))
        : results;
  }

  private Kubelet restarted() {
    Kubelet kubelet = node.launch(options.program());
    undo.accept(kubelet);
    kubelet.untilHealthy();
    kubelet.untilReady();
    kubelet.settle();
    return kubelet;
  }

  @Override
  public Report report(Results results, String runtime, BenchMachine machine) {
    String text =
        "\n## " + runtime + "\n\n" + measurements(results) + "\n" + targets(results) + "\n";
    String file = runtime.replace(' ', '-');
    return new Report(
        text + notes(results),
        options.complete()
            ? Map.of(
                file + ".md",
                page(results, runtime, LocalDate.now(ZoneOffset.UTC), machine, file + ".svg"),
                file + ".svg",
                Picture.draw("Until the first instruction, " + runtime, results.bars()))
            : Map.of());
  }

  /**
   * @param picture the name of the file beside it
   */
  static String page(
      Results results, String runtime, LocalDate day, BenchMachine machine, String picture) {
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
            runtime,
            day,
            machine.text(),
            targets(results),
            picture,
            measurements(results),
            HOW,
            notes(results));
  }

  static String targets(Results results) {
    return Table.of(
        List.of("", "measured", "target", ""),
        List.of("---", "---:", "---:", "---"),
        results.targets().stream()
            .map(target ->
                List.of(
                    target.what(),
                    target.valueText(),
                    target.limitText(),
                    target.met() ? "met" : "**missed**"))
            .toList());
  }

  static String measurements(Results results) {
    return Table.of(
        List.of("", "raw CRI calls", "Jubelet"), List.of("---", "---:", "---:"), results.rows());
  }

  /** What was the same, and what Jubelet asked of its runtime. */
  private static String notes(Results results) {
    return String.join("\n\n", results.notes());
  }
}
