package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import dev.jubelet.acceptance.RealNode;
import java.util.List;

/** What is done right after a container's start and right before its end. */
final class HookTour {
  private HookTour() {}

  static List<Example> examples() {
    return List.of(hooks(), stopSignal());
  }

  private static Example hooks() {
    return Example.of("hooks")
        .prints("postStart was here")
        .phase("Running")
        .inspect("status/state", "CONTAINER_RUNNING")
        .leaves("marks of main", node -> marks(node, "main"), is("main: preStop\nmain: SIGTERM\n"))
        .leaves("marks of web", node -> marks(node, "web"), is("web: preStop with a header\n"))
        .leaves("marks of sleeps", node -> marks(node, "sleeps"), like("\\d+\n"))
        .pod("hook-fails")
        .phase("Failed")
        .state("state/terminated/exitCode", "1")
        .check("nothing of it runs", pod -> String.valueOf(pod.running()), is("0"))
        .check(
            "the node's log",
            pod -> pod.view().node().kubelet().lastLines(5000),
            containing("FailedPostStartHook"));
  }

  /** The mark says which signal came; an old runtime knows only its own. */
  private static Example stopSignal() {
    return Example.of("stop-signal")
        .prints("waits for a signal")
        .where(Runtimes::sendOtherSignals)
        .inspect("info/config/stop_signal", like("SIGUSR1|\\d+"))
        .elsewhere()
        .inspect("info/config/stop_signal", absent())
        .everywhere()
        .leaves(
            "the signal",
            node ->
                (Runtimes.sendOtherSignals(node) ? "asked for: " : "all it knows: ")
                    + ContainerView.read(Tour.hostDirectory(node).resolve("stop-signal/signal")),
            like("asked for: SIGUSR1\n|all it knows: SIGTERM\n"));
  }

  private static String marks(RealNode node, String container) {
    return ContainerView.read(Tour.hostDirectory(node).resolve("hooks").resolve(container));
  }
}
