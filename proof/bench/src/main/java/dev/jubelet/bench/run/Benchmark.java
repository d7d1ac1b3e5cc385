package dev.jubelet.bench.run;

import dev.jubelet.bench.report.BenchMachine;
import dev.jubelet.bench.report.Results;
import java.io.IOException;
import java.util.Map;

/** One of the comparisons that {@code ./dev bench} makes. */
public interface Benchmark {
  /** For whoever waits for it. */
  String name();

  Results measure() throws IOException;

  /**
   * @param runtime such as containerd-2.3.4
   */
  Report report(Results results, String runtime, BenchMachine machine);

  /**
   * What is told of results.
   *
   * @param text for the terminal
   * @param files for the directory of reports, by name
   */
  record Report(String text, Map<String, String> files) {
    public Report {
      files = Map.copyOf(files);
    }
  }
}
