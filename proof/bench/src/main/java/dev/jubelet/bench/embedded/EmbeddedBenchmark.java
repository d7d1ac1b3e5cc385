package dev.jubelet.bench.embedded;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.PodUnderTest;
import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.report.Table;
import dev.jubelet.bench.run.BenchOptions;
import dev.jubelet.bench.run.BenchOptions.Part;
import dev.jubelet.bench.run.Benchmark;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.bench.run.Progress;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Jubelet with its own runtime and the Go kubelet with containerd, each in turn. */
public final class EmbeddedBenchmark implements Benchmark {
  private static final int WARM_UP = 4;
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final BenchNode node;
  private final BenchOptions options;
  private final BenchOptions.Amounts amounts;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  public EmbeddedBenchmark(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.amounts = options.amounts();
    this.undo = undo;
  }

  @Override
  public String name() {
    return "Jubelet with its own runtime beside the Go kubelet";
  }

  @Override
  public Results measure() throws IOException {
    Results pull =
        options.wants(Part.PULL)
            ? new PullMeasurement(node, options.program(), undo).measure().results()
            : Results.NONE;
    if (!options.wants(Part.ONE) && !options.wants(Part.BURST) && !options.wants(Part.REST)) {
      return pull;
    }
    Path kubernetes =
        Parts.kubernetes()
            .orElseThrow(() -> new NotMeasured("no Kubernetes: run parts/install --test"));
    undo.accept(GoKubelet.prepare(node.cgroupRoot()));
    GoSetup goSetup = new GoSetup(node);
    Kubelet go = goSetup.launch(kubernetes.resolve("kubelet"));
    undo.accept(go);
    EmbeddedSetup ownSetup = new EmbeddedSetup(node);
    undo.accept(ownSetup);
    Kubelet ours = ownSetup.launch(options.program());
    undo.accept(ours);
    GoSetup.awaitReady(go);
    ours.untilReady();
    ours.settle();
    go.freeze();
    ours.freeze();
    Results results = options.wants(Part.ONE) ? one(go, ours).results() : Results.NONE;
    if (options.wants(Part.BURST)) {
      results = results.and(burst(go, ours).results());
    }
    if (options.wants(Part.REST)) {
      MemoryUse goMemory = atRest(go, () -> goSetup.memory(go));
      MemoryUse ourMemory = atRest(ours, () -> ownSetup.memory(ours));
      results =
          results.and(
              new EmbeddedResults.Memory(amounts.restPods(), goMemory, ourMemory).results());
    }
    return results.and(pull);
  }

  @Override
  public Report report(Results results, String runtime, BenchMachine machine) {
    String page = page(results, runtime, machine);
    return new Report(page, options.complete() ? Map.of("embedded.md", page) : Map.of());
  }

  static String page(Results results, String runtime, BenchMachine machine) {
    return """
    # The embedded runtime

    `./dev bench --embedded`: Jubelet with its own runtime, crun and its own bridge, and the Go \
    kubelet 1.36.4 with %s and runc, in turns on one machine, with the same static pod: one busybox \
    container with a hostPath, image present. Times are from the manifest in place to the \
    container's first instruction. Medians, with the range in brackets.

    %s.

    %s
    %s

    %s\
    """
        .formatted(
            runtime,
            machine.text(),
            Table.of(List.of("", "Go kubelet, containerd", "Jubelet", "ratio"), results.rows()),
            String.join("\n", results.notes()),
            Table.targets(results));
  }

  private EmbeddedResults.One one(Kubelet go, Kubelet ours) throws IOException {
    RawFloor raw = RawFloor.prepare(Files.createDirectories(node.directory().resolve("raw")));
    undo.accept(raw);
    List<RawFloor.Once> floor = new ArrayList<>();
    List<Double> goMillis = new ArrayList<>();
    List<Double> ourMillis = new ArrayList<>();
    for (int i = -WARM_UP; i < amounts.singles(); i++) {
      List<String> name = List.of("one-" + (i + WARM_UP));
      RawFloor.Once once = raw.measure();
      double ourTime = ours.startAndRemove(name) * 1000;
      double goTime = go.startAndRemove(name) * 1000;
      if (i >= 0) {
        floor.add(once);
        goMillis.add(goTime);
        ourMillis.add(ourTime);
        Progress.say(
            "one pod %d: raw %.0f + %.0f ms, Jubelet %.0f ms, Go kubelet %.0f ms"
                .formatted(i + 1, once.runs(), once.network(), ourTime, goTime));
      }
    }
    return new EmbeddedResults.One(
        Series.of(floor.stream().map(RawFloor.Once::runs).toList()),
        Series.of(floor.stream().map(RawFloor.Once::network).toList()),
        Series.of(floor.stream().map(RawFloor.Once::sum).toList()),
        Series.of(goMillis),
        Series.of(ourMillis));
  }

  private EmbeddedResults.Burst burst(Kubelet go, Kubelet ours) {
    List<String> names = PodUnderTest.names("burst-", amounts.burstPods());
    List<Double> goSeconds = new ArrayList<>();
    List<Double> ourSeconds = new ArrayList<>();
    // The first round of each warms it up, and is not counted.
    for (int round = 0; round <= amounts.burstRounds(); round++) {
      double ourTime = ours.startAndRemove(names);
      double goTime = go.startAndRemove(names);
      Progress.say(
          "burst of %d: Jubelet %.2f s, Go kubelet %.2f s"
              .formatted(names.size(), ourTime, goTime));
      if (round > 0) {
        goSeconds.add(goTime);
        ourSeconds.add(ourTime);
      }
    }
    return new EmbeddedResults.Burst(names.size(), Series.of(goSeconds), Series.of(ourSeconds));
  }

  /** With its pods alone on the machine. */
  private MemoryUse atRest(Kubelet kubelet, Supplier<MemoryUse> memory) {
    List<String> names = PodUnderTest.names("rest-", amounts.restPods());
    kubelet.thaw();
    double _ = kubelet.start(names);
    Progress.say(kubelet.name() + ": " + names.size() + " pods run");
    Await.pause(SETTLING);
    MemoryUse use = memory.get();
    Progress.say("%s: %.0f MiB".formatted(kubelet.name(), use.total()));
    kubelet.remove(names);
    kubelet.freeze();
    return use;
  }
}
