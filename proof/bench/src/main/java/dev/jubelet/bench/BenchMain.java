package dev.jubelet.bench;

import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.app.host.Privileges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

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
        met &=
            options.embedded()
                ? measureEmbedded(options, major)
                : options.cluster() ? measureCluster(options, major) : measure(options, major);
        cleanUp();
      }
      return met || !options.assertTargets() ? 0 : 1;
    } catch (BenchOptions.Misuse misuse) {
      System.err.println(misuse.getMessage() + "\n" + BenchOptions.USAGE);
      return 2;
    } catch (NotMeasured | IOException failed) {
      System.err.println("bench: not measured: " + failed.getMessage());
      return 1;
    }
  }

  private boolean measure(BenchOptions options, int major) throws IOException {
    ContainerdProgram program = Runtimes.find(major);
    String runtime = "containerd " + program.version();
    Surroundings machine = Surroundings.now();
    Progress.say("starts " + runtime + " on " + machine.text());
    BenchNode node = BenchNode.prepare(program);
    keep(node);
    node.begin();
    Results results = new Measurement(node, options, this::keep).run(runtime);
    System.out.println("\n## " + runtime + "\n\n" + Table.measurements(results));
    System.out.println(Table.targets(results));
    System.out.println(Table.notes(results));
    if (options.complete()) {
      write(options.report(), program.version(), results, machine);
    }
    return Target.of(results).stream().allMatch(Target::met);
  }

  /** Both kubelets, through an API server. */
  private boolean measureCluster(BenchOptions options, int major) throws IOException {
    ContainerdProgram program = Runtimes.find(major);
    Surroundings machine = Surroundings.now();
    Progress.say("starts a cluster with containerd " + program.version());
    BenchNode node = BenchNode.prepare(program);
    keep(node);
    node.begin();
    ClusterResults results = new ClusterMeasurement(node, options, this::keep).run();
    String document =
        new ClusterTable(results, "containerd " + program.version()).document(machine);
    System.out.println(document);
    Files.createDirectories(options.report());
    Path table = options.report().resolve("cluster-containerd-" + program.version() + ".md");
    Files.writeString(table, document);
    System.out.println("written: " + table);
    return results.targets().stream().allMatch(Target::met);
  }

  /** Our own runtime, and the Go kubelet with containerd. */
  private boolean measureEmbedded(BenchOptions options, int major) throws IOException {
    ContainerdProgram program = Runtimes.find(major);
    String runtime = "containerd " + program.version();
    Surroundings machine = Surroundings.now();
    Progress.say("starts the embedded runtime beside " + runtime + " on " + machine.text());
    BenchNode node = BenchNode.prepare(program);
    keep(node);
    node.begin();
    EmbeddedResults results = new EmbeddedMeasurement(node, options, this::keep).run();
    String document = new EmbeddedTable(results, runtime).document(machine);
    System.out.println(document);
    if (results.complete()) {
      Files.createDirectories(options.report());
      Path table = Files.writeString(options.report().resolve("embedded.md"), document);
      System.out.println("written: " + table);
    }
    return results.targets().stream().allMatch(Target::met);
  }

  private static void write(Path directory, String version, Results results, Surroundings machine)
      throws IOException {
    String name = "containerd-" + version;
    Files.createDirectories(directory);
    Path table = directory.resolve(name + ".md");
    Files.writeString(directory.resolve(name + ".svg"), Picture.of(results));
    Files.writeString(table, Table.document(results, machine, name + ".svg"));
    System.out.println("written: " + table);
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
