package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import dev.jubelet.acceptance.RealNode;
import java.util.List;

/** What is done right after a container's start and right before its end. */
final class HookTour {
  private HookTour() {}

  static List<Example> examples() {
    return List.of(hooks());
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

  private static String marks(RealNode node, String container) {
    return ContainerView.read(Tour.hostDirectory(node).resolve("hooks").resolve(container));
  }
}
