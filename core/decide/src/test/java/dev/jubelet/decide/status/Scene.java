package dev.jubelet.decide.status;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.status.container.Readiness;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.status.ContainerState;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.testkit.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pod and what the runtime shows of it, in a few words. {@code "s*:running i:exit1"} is a running
 * sidecar and a failed init container; {@code none}, {@code created} and {@code unknown} are the
 * other conditions; {@code crash1} has failed and is held up by its back-off. Instances that follow
 * each other are separated by {@code >}.
 */
final class Scene {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  static final SandboxId SANDBOX = new SandboxId("sandbox-0");

  private final Pod pod;
  private final List<ObservedContainer> containers = new ArrayList<>();
  private final Map<String, WaitingReason> waitingReasons = new LinkedHashMap<>();
  private List<ObservedSandbox> sandboxes;
  private Readiness readiness = Readiness.NONE;
  private PodStatus previous;
  private PodLifecycle lifecycle;
  private List<String> hostIps = List.of("192.0.2.1");
  private Instant now = START.plusSeconds(60);

  private ResizeReport resize = ResizeReport.NONE;
  private final Map<String, Integer> attempts = new LinkedHashMap<>();
  private final Set<String> restarting = new LinkedHashSet<>();
  private MachineFacts machine = machine(false);

  private Scene(Pod pod) {
    this.pod = pod;
    this.previous = pod.status();
    this.lifecycle = new PodLifecycle.Syncing(pod);
    this.sandboxes = List.of(sandbox(0, true, List.of("10.0.0.7")));
  }

  static Scene of(Pod pod) {
    return new Scene(pod);
  }

  static Scene of(String policy, String init, String main) {
    Scene scene =
        new Scene(
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default, uid: uid-1, generation: 3}
                spec:
                  restartPolicy: %s
                  initContainers: [%s]
                  containers: [%s]
                """
                    .formatted(policy, listed(init, Scene::specOf), listed(main, Scene::specOf))));
    return scene.sees(init).sees(main);
  }

  private static String listed(String words, Function<String, String> each) {
    return Stream.of(words.trim().split(" +", -1))
        .filter(word -> !word.isEmpty())
        .map(each)
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }

  private static String specOf(String word) {
    String name = word.substring(0, word.indexOf(':'));
    return name.endsWith("*")
        ? "{name: " + name.replace("*", "") + ", image: img, restartPolicy: Always}"
        : "{name: " + name + ", image: img}";
  }

  /** Replaces what is seen of the containers that are named. */
  Scene sees(String words) {
    for (String word : words.trim().split(" +", -1)) {
      if (!word.isEmpty()) {
        String name = word.substring(0, word.indexOf(':')).replace("*", "");
        containers.removeIf(c -> c.name().equals(name));
        waitingReasons.remove(name);
        String[] instances = word.substring(word.indexOf(':') + 1).split(">", -1);
        for (int attempt = 0; attempt < instances.length; attempt++) {
          see(name, attempt, instances[attempt]);
        }
      }
    }
    return this;
  }

  private void see(String name, int attempt, String word) {
    ContainerCondition condition = condition(word);
    if (condition != null) {
      containers.addFirst(instance(name, attempt, condition));
    }
    if (word.startsWith("crash")) {
      waitingReasons.put(name, new WaitingReason("CrashLoopBackOff", "back-off 10s"));
    }
  }

  static @Nullable ContainerCondition condition(String word) {
    if (word.startsWith("exit") || word.startsWith("crash")) {
      int code = Integer.parseInt(word.replaceAll("[a-z]+", ""));
      return new ContainerCondition.Exited(
          START.plusMillis(1500), START.plusMillis(9700), code, "", "");
    }
    return switch (word) {
      case "none" -> null;
      case "created" -> new ContainerCondition.Created();
      case "running" -> new ContainerCondition.Running(START.plusMillis(1500));
      case "unknown" -> new ContainerCondition.Unknown();
      default -> throw new IllegalArgumentException(word);
    };
  }

  static ObservedContainer instance(String name, int attempt, ContainerCondition condition) {
    return new ObservedContainer(
        new ContainerId(name + "-" + attempt),
        SANDBOX,
        new PodUid("uid-1"),
        name,
        attempt,
        condition,
        START.plusSeconds(attempt),
        "img:1",
        "img@sha256:abc",
        "sha256:def",
        "",
        Map.of(),
        Map.of(),
        null,
        null);
  }

  static ObservedSandbox sandbox(int attempt, boolean ready, List<String> ips) {
    return sandbox(attempt, ready, ips, NamespaceOptions.Mode.POD);
  }

  static ObservedSandbox sandbox(
      int attempt, boolean ready, List<String> ips, NamespaceOptions.Mode network) {
    return new ObservedSandbox(
        new SandboxId("sandbox-" + attempt),
        "p",
        "default",
        new PodUid("uid-1"),
        attempt,
        ready,
        START.plusSeconds(attempt),
        ips,
        network,
        "",
        Map.of(),
        Map.of());
  }

  Scene sees(ObservedContainer... newestFirst) {
    containers.clear();
    containers.addAll(List.of(newestFirst));
    return this;
  }

  Scene sandboxes(ObservedSandbox... newestFirst) {
    sandboxes = List.of(newestFirst);
    return this;
  }

  Scene waitingReason(String container, String reason) {
    waitingReasons.put(container, new WaitingReason(reason, "because of " + reason));
    return this;
  }

  /** What an ended instance says, by the word of the runtime or by its own. */
  Scene message(String id, String text) {
    containers.replaceAll(c ->
        c.id().value().equals(id) && c.condition() instanceof ContainerCondition.Exited exited
            ? c.with(
                new ContainerCondition.Exited(
                    exited.startedAt(),
                    exited.finishedAt(),
                    exited.exitCode(),
                    exited.reason(),
                    text))
            : c);
    return this;
  }

  Scene readiness(Map<String, Boolean> ready, Map<String, Boolean> started) {
    readiness = new Readiness(ready, started);
    return this;
  }

  Scene resize(ResizeReport report) {
    resize = report;
    return this;
  }

  Scene hostIps(String... ips) {
    hostIps = List.of(ips);
    return this;
  }

  Scene after(PodStatus published) {
    previous = published;
    now = now.plusSeconds(60);
    return this;
  }

  /** Publishes what is to be seen now, and goes on from there. */
  Scene published() {
    return after(status());
  }

  Scene terminating(Termination.Cause cause) {
    lifecycle = new PodLifecycle.Terminating(new PodSubject.Known(pod), termination(cause), true);
    return this;
  }

  private static MachineFacts machine(boolean recursiveReadOnlyMounts) {
    return new MachineFacts(true, true, false, recursiveReadOnlyMounts, List.of(), List.of());
  }

  /** The runtime can make mounts read-only with all below them. */
  Scene recursiveReadOnlyMounts() {
    machine = machine(true);
    return this;
  }

  /** We stopped its newest instance so that it runs again. */
  Scene restarting(String container) {
    restarting.add(container);
    return this;
  }

  /** All instances up to this one have left a log. */
  Scene ranBefore(String container, int attempt) {
    attempts.put(container, attempt);
    return this;
  }

  Scene terminated(Termination.Cause cause) {
    lifecycle = new PodLifecycle.Terminated(new PodSubject.Known(pod), termination(cause), true);
    return this;
  }

  private static Termination termination(Termination.Cause cause) {
    return new Termination(
        cause,
        START,
        Duration.ofSeconds(30),
        cause == Termination.Cause.EVICTED ? "The node was low on memory" : "");
  }

  Instant now() {
    return now;
  }

  PodStatus status() {
    return StatusProjection.project(
        new StatusInput(
            pod,
            lifecycle,
            new PodObservation(pod.uid(), pod.fullName(), sandboxes, containers, now),
            new StatusInput.Remembered(waitingReasons, attempts, restarting, resize),
            readiness,
            previous,
            new StatusInput.Basics(hostIps, "containerd", machine),
            now));
  }

  ContainerStatus container(String name) {
    PodStatus status = status();
    return Stream.of(
            status.initContainerStatuses(),
            status.containerStatuses(),
            status.ephemeralContainerStatuses())
        .flatMap(List::stream)
        .filter(c -> c.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static PodCondition condition(PodStatus status, String type) {
    return status.conditions().stream()
        .filter(c -> c.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  PodCondition conditionOf(String type) {
    return condition(status(), type);
  }

  /** {@code waiting CrashLoopBackOff}, {@code running}, {@code terminated 1 Error} or nothing. */
  static String told(ContainerState state) {
    if (state.waiting() != null) {
      return "waiting " + state.waiting().reason();
    }
    if (state.running() != null) {
      return "running";
    }
    return state.terminated() == null
        ? ""
        : "terminated " + state.terminated().exitCode() + " " + state.terminated().reason();
  }
}
