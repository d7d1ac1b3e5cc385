package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;

import java.util.List;

/** Kinds of containers, and when they are started again. */
final class ContainerTour {
  private ContainerTour() {}

  static List<Example> examples() {
    return List.of(
        command(),
        initContainers(),
        sidecars(),
        sidecarProbes(),
        ephemeral(),
        restarts(),
        restartRules(),
        restartAll(),
        deadline());
  }

  private static Example command() {
    return Example.of("command")
        .container("image")
        .state("state/terminated/reason", "Completed")
        .container("arguments")
        .prints("only arguments")
        .inspect("info/runtimeSpec/process/args", "echo only arguments")
        .container("both")
        .prints("command and arguments")
        .container("directory")
        .prints("/tmp")
        .inspect("info/runtimeSpec/process/cwd", "/tmp")
        .container("fails")
        .state("state/terminated/reason", "StartError")
        .state("state/terminated/exitCode", "128")
        .phase("Failed");
  }

  private static Example initContainers() {
    return Example.of("init-containers")
        .printed(is("first\nsecond\nmain"))
        .phase("Succeeded")
        .reports("status/initContainerStatuses/name=first/state/terminated/reason", "Completed")
        .reports("status/initContainerStatuses/name=second/state/terminated/exitCode", "0")
        .inspect("status/metadata/attempt", "0")
        .pod("init-fails")
        .phase("Failed")
        .reports("status/initContainerStatuses/name=first/state/terminated/exitCode", "7")
        .state("state/waiting/reason", "PodInitializing")
        .printed(absent());
  }

  private static Example restarts() {
    return Example.of("restarts")
        .pod("restart-never")
        .phase("Failed")
        .state("state/terminated/exitCode", "3")
        .state("state/terminated/reason", "Error")
        .state("restartCount", "0")
        .pod("restart-on-failure")
        .printed(is("attempt 1\nattempt 2"))
        .phase("Succeeded")
        .state("restartCount", "1")
        .inspect("status/annotations/io.kubernetes.container.restartCount", "1")
        .inspect("status/exitCode", "0")
        .pod("restart-always")
        .phase("Running")
        .state("state/waiting/reason", "CrashLoopBackOff")
        .state("lastState/terminated/reason", "Completed");
  }

  private static Example sidecars() {
    String order = "first starts\nbetween runs\nsecond starts\nmain runs\n";
    return Example.of("sidecars")
        .container("second")
        .printed(is(order + "second ends"))
        .container("first")
        .printed(is(order + "second ends\nfirst ends"))
        .reports("status/initContainerStatuses/name=first/started", "false")
        .inspect("status/exitCode", "0")
        .phase("Succeeded");
  }

  private static Example sidecarProbes() {
    return Example.of("sidecar-probes")
        .prints("the sidecar had started")
        .reports("status/initContainerStatuses/name=slow/started", "true")
        .reports("status/initContainerStatuses/name=slow/ready", "true")
        .reports("status/initContainerStatuses/name=slow/restartCount", "0")
        .reports("status/initContainerStatuses/name=sick/restartCount", "1")
        .reports("status/conditions/type=Ready/status", "True")
        .state("restartCount", "0")
        .inspect("status/metadata/attempt", "0")
        .container("sick")
        .printed(is("start 1\nstart 2"))
        .inspect("status/metadata/attempt", "1")
        .pod("sidecar-unready")
        .phase("Running")
        .reports("status/initContainerStatuses/name=unready/started", "true")
        .reports("status/initContainerStatuses/name=unready/ready", "false")
        .reports("status/conditions/type=Ready/reason", "ContainersNotReady");
  }

  private static Example ephemeral() {
    return Example.of("ephemeral-container")
        .prints("works")
        .reports("status/ephemeralContainerStatuses", absent())
        .edit("  #+ ", "  ")
        .container("debugger")
        .prints("sees what main does")
        .inspect("info/runtimeSpec/process/args", containing("/proc/1/cmdline"))
        .reports("status/ephemeralContainerStatuses/name=debugger/state/terminated/exitCode", "0")
        .reports("status/ephemeralContainerStatuses/name=debugger/restartCount", "0")
        .container("main")
        .state("restartCount", "0")
        .inspect("status/state", "CONTAINER_RUNNING")
        .inspect("status/metadata/attempt", "0")
        .phase("Running");
  }

  private static Example restartRules() {
    return Example.of("restart-rules")
        .printed(is("attempt 1\nattempt 2"))
        .phase("Failed")
        .state("restartCount", "1")
        .state("state/terminated/exitCode", "1")
        .inspect("status/metadata/attempt", "1");
  }

  private static Example restartAll() {
    return Example.of("restart-all")
        .container("setup")
        .prints("setup 2")
        .container("worker")
        .prints("works after a fresh start")
        .container("other")
        .prints("sees setup 2")
        .inspect("status/state", "CONTAINER_RUNNING")
        .phase("Running");
  }

  private static Example deadline() {
    return Example.of("active-deadline")
        .phase("Failed")
        .reports("status/reason", "DeadlineExceeded")
        .check("nothing of it runs", pod -> String.valueOf(pod.running()), is("0"));
  }
}
