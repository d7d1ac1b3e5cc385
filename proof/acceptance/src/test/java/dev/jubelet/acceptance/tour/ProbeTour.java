package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;

import java.util.List;

/** Whether containers have started, are ready, and live. */
final class ProbeTour {
  private ProbeTour() {}

  static List<Example> examples() {
    return List.of(probes(), grpc(), grace(), gates());
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

  private static Example grpc() {
    return Example.of("grpc-probe")
        .prints("was asked for its health")
        .state("ready", "true")
        .state("restartCount", "0")
        .inspect("status/state", "CONTAINER_RUNNING")
        .container("ill")
        .state("started", "true")
        .state("ready", "false")
        .reports("status/conditions/type=Ready/reason", "ContainersNotReady")
        .check(
            "the node's log",
            pod -> pod.view().node().kubelet().lastLines(5000),
            containing("NOT_SERVING"));
  }

  /** Its pod gives it an hour, so that it can only have been the probe's second. */
  private static Example grace() {
    return Example.of("probe-grace")
        .printed(is("start 1\nstart 2"))
        .state("restartCount", "1")
        .state("lastState/terminated/exitCode", "137")
        .inspect("status/metadata/attempt", "1");
  }

  private static Example gates() {
    return Example.of("readiness-gates")
        .prints("runs")
        .inspect("status/state", "CONTAINER_RUNNING")
        .reports("status/conditions/type=ContainersReady/status", "True")
        .reports("status/conditions/type=Ready/status", "False")
        .reports("status/conditions/type=Ready/reason", "ReadinessGatesNotReady")
        .reports("status/conditions/type=Ready/message", containing("tour.jubelet.dev/checked"));
  }
}
