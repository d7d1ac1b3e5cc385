package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.is;

import java.util.List;

/** Whether containers have started, are ready, and live. */
final class ProbeTour {
  private ProbeTour() {}

  static List<Example> examples() {
    return List.of(probes());
  }

  private static Example probes() {
    return Example.of("probes")
        .container("web")
        .state("ready", "true")
        .state("restartCount", "0")
        .container("slow")
        .prints("has started")
        .state("started", "true")
        .state("restartCount", "0")
        .container("sick")
        .printed(is("start 1\nkilled by its probe\nstart 2"))
        .state("restartCount", "1")
        .state("ready", "true")
        .inspect("status/metadata/attempt", "1")
        .container("never-ready")
        .state("started", "true")
        .state("ready", "false")
        .reports("status/conditions/type=Ready/status", "False")
        .reports("status/conditions/type=Ready/reason", "ContainersNotReady");
  }
}
