package dev.jubelet.bench;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.app.host.Privileges;
import dev.jubelet.bench.cluster.ClusterBenchmark;
import dev.jubelet.bench.embedded.EmbeddedBenchmark;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.raw.RawBenchmark;
import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.run.BenchOptions;
import dev.jubelet.bench.run.Benchmark;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.bench.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code ./dev bench}. Exit codes: 0 measured, 1 not measured or, with {@code --assert}, a target
 * missed, 2 not understood.
 */
public final class BenchMain {
  /** Newest first, so that what stands on something goes before it. */
  private final Deque<AutoCloseable> undo = new ArrayDeque<>();

  private BenchMain() {}

  public static void main(String... args) {
    if (Arrays.asList(args).contains("--help")) {
      System.out.println(BenchOptions.USAGE);
      return;
    }
    BenchMain bench = new BenchMain();
    // Also the ordinary way out: one path of cleaning up, whoever ends us.
    Runtime.getRuntime().addShutdownHook(new Thread(bench::cleanUp, "clean-up"));
    System.exit(bench.run(List.of(args)));
  }

  private int run(List<String> words) {
    Path home = Path.of(System.getProperty("jubelet.home", "")).toAbsolutePath();
    try {
      BenchOptions options = BenchOptions.parse(words, home);
      if (!Privileges.root()) {
        throw new NotMeasured("containers need root; please call it as root or with sudo");
      }
      boolean met = true;
      for (int major : options.runtimes()) {
        met &= measure(options, containerd(major));
        cleanUp();
      }
      return met || !options.assertTargets() ? 0 : 1;
    } catch (BenchOptions.Misuse misuse) {
      System.err.println(misuse.getMessage() + "\n" + BenchOptions.USAGE);
      return 2;
    } catch (NotMeasured | IOException | AssertionError failed) {
      System.err.println("bench: not measured: " + failed.getMessage());
      return 1;
    }
  }

  private static ContainerdProgram containerd(int major) {
    return (major == 1 ? Parts.debianContainerd() : Parts.currentContainerd())
        .orElseThrow(
            () -> new NotMeasured("containerd " + major + " is missing: run parts/install --test"));
  }

  /** Whether all targets are met. */
  private boolean measure(BenchOptions options, ContainerdProgram program) throws IOException {
    BenchMachine machine = BenchMachine.now();
    BenchNode node = BenchNode.prepare(program);
    keep(node);
    Benchmark benchmark = benchmark(options, node);
    Progress.say(
        "%s, with containerd %s on %s"
            .formatted(benchmark.name(), program.version(), machine.text()));
    node.begin();
    Results results = benchmark.measure();
    Benchmark.Report report = benchmark.report(results, "containerd " + program.version(), machine);
    System.out.println(report.text());
    write(options.report(), report.files());
    return results.met();
  }

  private Benchmark benchmark(BenchOptions options, BenchNode node) {
    return switch (options.kind()) {
      case RAW -> new RawBenchmark(node, options, this::keep);
      case CLUSTER -> new ClusterBenchmark(node, options, this::keep);
      case EMBEDDED -> new EmbeddedBenchmark(node, options, this::keep);
    };
  }

  private static void write(Path directory, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> each : new TreeMap<>(files).entrySet()) {
      Files.createDirectories(directory);
      Path file = Files.writeString(directory.resolve(each.getKey()), each.getValue());
      System.out.println("written: " + file);
    }
  }

  private synchronized void keep(AutoCloseable part) {
    undo.push(part);
  }

  private synchronized void cleanUp() {
    while (!undo.isEmpty()) {
      AutoCloseable part = undo.pop();
      try {
        part.close();
      } catch (Exception failed) {
        // The rest has to go all the same.
        System.err.println("bench: not cleaned up: " + failed);
      }
    }
  }
}
