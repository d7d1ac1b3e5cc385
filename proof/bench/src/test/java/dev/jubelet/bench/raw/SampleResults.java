package dev.jubelet.bench.raw;

import dev.jubelet.bench.node.ProcessUsage;
import dev.jubelet.bench.report.Results;
import dev.jubelet.bench.report.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results with round figures. */
final class SampleResults {
  private SampleResults() {}

  static Results of(double jubeletMillis, double jubeletSeconds) {
    Map<Integer, Series> raw = new LinkedHashMap<>();
    raw.put(2, Series.of(5, 5.2, 5.1));
    raw.put(4, Series.of(4, 4.2, 3.9));
    raw.put(8, Series.of(4.4, 4.5, 4.6));
    OnePod.Result one =
        new OnePod.Result(
            Series.of(100, 90, 120),
            Series.of(jubeletMillis),
            List.of(Series.of(60), Series.of(15), Series.of(25)),
            List.of());
    Burst.Result burst =
        new Burst.Result(
            50,
            raw,
            Series.of(jubeletSeconds),
            Series.of(0.7),
            Series.of(1.2),
            Series.of(1.3),
            Map.of("run_podsandbox", 1.0));
    Startups.Result empty = new Startups.Result(Series.of(400, 500, 600), Series.of(450, 550, 650));
    Startups.Result full = new Startups.Result(Series.of(900), Series.of(1100));
    return one.results()
        .and(burst.results())
        .and(rest())
        .and(empty.results("no pods", ""))
        .and(full.results("with pods", ", with pods"));
  }

  static Results rest() {
    return new AtRest.Result(
            60,
            3,
            new AtRest.Cost(Series.of(0, 1, 2.6), new ProcessUsage(9, 120, 80, 130)),
            new AtRest.Cost(Series.of(1, 1, 1), new ProcessUsage(5, 60, 40, 61)))
        .results();
  }
}
