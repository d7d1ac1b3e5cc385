package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.config.annotation.ContainerHash;
import dev.jubelet.decide.config.annotation.RuntimeAnnotations;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.decide.state.ActualPodState;
import dev.jubelet.decide.state.Hook;
import dev.jubelet.decide.state.PodMemory;
import dev.jubelet.decide.state.PodState;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.EphemeralContainer;
import dev.jubelet.model.container.handler.LifecycleHandler;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedContainerBuilder;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the planner is told, in a few words. A view begins with a living pod whose directories and
 * cgroup are made and of which nothing else exists; each method adds one fact to it.
 */
public final class Views {
  public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private final Pod pod;
  private final List<ObservedSandbox> sandboxes = new ArrayList<>();
  private final List<ObservedContainer> containers = new ArrayList<>();
  private final List<Action> inFlight = new ArrayList<>();
  private PodMemory memory =
      PodMemory.EMPTY.doing(RememberedStep.DIRECTORIES).doing(RememberedStep.CGROUP);
  private PodLifecycle lifecycle;
  private boolean fresh = true;
  private boolean networkReady = true;
  private final Map<ContainerId, Kill> condemned = new LinkedHashMap<>();
  private final Set<ContainerId> unstarted = new LinkedHashSet<>();

  private Views(Pod pod) {
    this.pod = pod;
    this.lifecycle = new PodLifecycle.Syncing(pod);
  }

  public static Views of(Pod pod) {
    return new Views(pod);
  }

  /** See {@link PodShapes#pod}. */
  public static Views of(String policy, String names) {
    return new Views(PodShapes.pod(policy, names));
  }

  public PodView view() {
    Map<String, Action> underWay = new LinkedHashMap<>();
    inFlight.forEach(action -> underWay.put(action.key(), action));
    PodObservation seen = new PodObservation(pod.uid(), pod.fullName(), sandboxes, containers, NOW);
    Map<String, Instant> unclear = fresh ? Map.of() : Map.of(Action.SANDBOXES, NOW);
    PodState state =
        new PodState(
            lifecycle,
            new ActualPodState(seen, Map.of(), unclear, false),
            memory,
            underWay,
            networkReady,
            false);
    return new PodView(state, BackoffSchedule.STANDARD, condemned, unstarted);
  }

  public Pod pod() {
    return pod;
  }

  // The world

  /** A ready sandbox with an address. */
  public Views sandbox(int attempt) {
    return sandbox(attempt, true, NamespaceOptions.Mode.POD, "10.0.0.7");
  }

  public Views deadSandbox(int attempt) {
    return sandbox(attempt, false, NamespaceOptions.Mode.POD, "10.0.0.7");
  }

  public Views hostSandbox(int attempt) {
    return sandbox(attempt, true, NamespaceOptions.Mode.NODE);
  }

  public Views sandboxWithoutAddress(int attempt) {
    return sandbox(attempt, true, NamespaceOptions.Mode.POD);
  }

  private Views sandbox(int attempt, boolean ready, NamespaceOptions.Mode mode, String... ips) {
    sandboxes.addFirst(seenSandbox(pod.uid(), attempt, ready, mode, ips));
    return this;
  }

  public static ObservedSandbox seenSandbox(
      PodUid uid, int attempt, boolean ready, NamespaceOptions.Mode mode, String... ips) {
    return new ObservedSandbox(
        new SandboxId("s" + attempt),
        "p",
        "default",
        uid,
        attempt,
        ready,
        NOW.minusSeconds(1000 - attempt),
        Arrays.asList(ips),
        mode,
        "",
        Map.of(),
        Map.of());
  }

  /**
   * Containers in the newest sandbox: {@code "a:exit1>running b:none"} is a second instance of a
   * that runs, while b never was. Other words are {@code created}, {@code unknown}, and {@code
   * changed} and {@code foreign} for one that runs by another definition or that somebody else
   * made.
   */
  public Views sees(String words) {
    return seesIn(sandboxes.isEmpty() ? 0 : sandboxes.getFirst().attempt(), 0, words);
  }

  public Views sees(int firstAttempt, String words) {
    return seesIn(sandboxes.isEmpty() ? 0 : sandboxes.getFirst().attempt(), firstAttempt, words);
  }

  /** Instances in that sandbox, of which the first has that attempt. */
  public Views seesIn(int sandbox, int firstAttempt, String words) {
    for (String word : words.split(" +", -1)) {
      String name = word.substring(0, word.indexOf(':'));
      int attempt = firstAttempt;
      for (String instance : word.substring(word.indexOf(':') + 1).split(">", -1)) {
        if (!instance.equals("none")) {
          containers.addFirst(instance(sandbox, name, attempt, instance));
        }
        attempt++;
      }
    }
    return this;
  }

  public ObservedContainer instance(int sandbox, String name, int attempt, String word) {
    return new ObservedContainer(
        new ContainerId(name + "-" + attempt),
        new SandboxId("s" + sandbox),
        pod.uid(),
        name,
        attempt,
        condition(word),
        NOW.minusSeconds(500),
        "img-" + name,
        "img-" + name,
        "sha256:" + name,
        "",
        Map.of(),
        annotations(name, word),
        null,
        null);
  }

  /** A first instance with these annotations only. */
  public Views carrying(String name, String word, Map<String, String> annotations) {
    ObservedContainer seen = instance(0, name, 0, word);
    containers.addFirst(
        ObservedContainerBuilder.builder(seen).labels(Map.of()).annotations(annotations).build());
    return this;
  }

  public static ContainerCondition condition(String word) {
    if (word.startsWith("exit")) {
      int code = Integer.parseInt(word.substring("exit".length()));
      return new ContainerCondition.Exited(
          NOW.minusSeconds(400), NOW.minusSeconds(300), code, "", "");
    }
    return switch (word) {
      case "created" -> new ContainerCondition.Created();
      case "running", "changed", "foreign" -> new ContainerCondition.Running(NOW.minusSeconds(400));
      case "unknown" -> new ContainerCondition.Unknown();
      default -> throw new IllegalArgumentException(word);
    };
  }

  private Map<String, String> annotations(String name, String word) {
    if (word.equals("foreign")) {
      return Map.of();
    }
    String hash =
        Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
            .filter(container -> container.name().equals(name) && !word.equals("changed"))
            .map(ContainerHash::of)
            .findFirst()
            .orElse("another");
    return Map.of(RuntimeAnnotations.HASH, hash);
  }

  public Views stale() {
    fresh = false;
    return this;
  }

  public Views networkNotReady() {
    networkReady = false;
    return this;
  }

  /** A probe or a hook wants this instance to be killed. */
  public Views condemned(String instance, int graceSeconds) {
    Kill kill = new Kill("Unhealthy", "it does not answer", Duration.ofSeconds(graceSeconds), true);
    condemned.put(new ContainerId(instance), kill);
    return this;
  }

  /** Its startup probe has not passed yet. */
  public Views unstarted(String instance) {
    unstarted.add(new ContainerId(instance));
    return this;
  }

  // The memory

  public Views nothingPrepared() {
    memory = PodMemory.EMPTY;
    return this;
  }

  public Views did(RememberedStep... steps) {
    for (RememberedStep step : steps) {
      memory = memory.doing(step);
    }
    return this;
  }

  public Views mounted(String volume) {
    memory = memory.mounted(volume, "/volumes/" + volume);
    return this;
  }

  /** What the action of that key reads is not what it was. */
  public Views changed(String key) {
    memory = memory.stale(Set.of(key));
    return this;
  }

  public Views imagesOf(String names) {
    for (String name : names.split(" ", -1)) {
      memory = memory.imageReady(name, image(name));
    }
    return this;
  }

  public static ObservedImage image(String name) {
    return new ObservedImage("sha256:" + name, List.of(), List.of(), 1, null, "", false);
  }

  /** The instance ended that long ago on our own clock. */
  public Views ended(String instance, int secondsAgo) {
    memory = memory.exited(new ContainerId(instance), NOW.minusSeconds(secondsAgo));
    return this;
  }

  public Views attempted(String name, int attempt) {
    memory = memory.attempted(name, attempt);
    return this;
  }

  public Views crashed(String name, int delaySeconds, int secondsAgo) {
    Backoff backoff = new Backoff(Duration.ofSeconds(delaySeconds), NOW.minusSeconds(secondsAgo));
    memory = memory.crash(name, backoff);
    return this;
  }

  public Views failed(String key, int againInSeconds, @Nullable String container) {
    return failed(key, 5, againInSeconds, new WaitingReason("Trouble", "no luck"), container);
  }

  public Views failed(
      String key,
      int secondsAgo,
      int againIn,
      WaitingReason waitingReason,
      @Nullable String container) {
    Retry retry =
        new Retry(NOW.minusSeconds(secondsAgo), NOW.plusSeconds(againIn), waitingReason, container);
    memory = memory.failed(key, retry);
    return this;
  }

  /** The last try to make the image of a container ready failed. */
  public Views pullFailed(String name, int againInSeconds) {
    return failed(readyImage(name).key(), againInSeconds, name);
  }

  public Views pullFailed(String name, int secondsAgo, int againIn, WaitingReason waitingReason) {
    return failed(readyImage(name).key(), secondsAgo, againIn, waitingReason, name);
  }

  public Views remembers(UnaryOperator<PodMemory> change) {
    memory = change.apply(memory);
    return this;
  }

  public Views stoppedSandbox(int attempt) {
    memory = memory.stopped(new SandboxId("s" + attempt));
    return this;
  }

  public Views stopBegun(String instance, int secondsAgo) {
    memory = memory.stopBegun(new ContainerId(instance), NOW.minusSeconds(secondsAgo));
    return this;
  }

  /** We stopped the instance so that its container runs again. */
  public Views stoppedToRestart(String instance) {
    memory = memory.restart(new ContainerId(instance));
    return this;
  }

  /** See {@link PlanRows} for the words. */
  public Views postStart(String instance, String state) {
    memory = memory.postStart(new ContainerId(instance), hook(state));
    return this;
  }

  public Views preStop(String instance, String state) {
    memory = memory.preStop(new ContainerId(instance), hook(state));
    return this;
  }

  private static Hook hook(String state) {
    return switch (state) {
      case "due" -> Hook.DUE;
      case "done" -> Hook.DONE;
      case "failed" -> new Hook.Failed("the hook failed");
      default -> new Hook.Sleeping(NOW.plusSeconds(Integer.parseInt(state)));
    };
  }

  public Views granted(String instance, int seconds) {
    memory = memory.granted(new ContainerId(instance), Duration.ofSeconds(seconds));
    return this;
  }

  public Views activeFor(int seconds) {
    memory = memory.activeSince(NOW.minusSeconds(seconds));
    return this;
  }

  // What goes on

  public Views underWay(Action... actions) {
    inFlight.addAll(List.of(actions));
    return this;
  }

  public Action runSandbox(int attempt) {
    return new Action.RunSandbox(pod, attempt);
  }

  public Action readyImage(String name) {
    return new Action.EnsureImage(pod, container(name));
  }

  public Action create(String name, int attempt) {
    ObservedSandbox sandbox =
        seenSandbox(pod.uid(), 0, true, NamespaceOptions.Mode.POD, "10.0.0.7");
    return new Action.CreateContainer(
        pod, container(name), attempt, sandbox, image(name), Map.of());
  }

  public Action start(String name, int attempt) {
    return new Action.StartContainer(pod, instance(0, name, attempt, "created"));
  }

  public Action stop(String name, int attempt, int graceSeconds) {
    Duration grace = Duration.ofSeconds(graceSeconds);
    return new Action.StopContainer(instance(0, name, attempt, "running"), grace, grace, false);
  }

  public Action stopSandbox(int attempt) {
    return new Action.StopSandbox(seenSandbox(pod.uid(), attempt, true, NamespaceOptions.Mode.POD));
  }

  public Action removeContainer(String name, int attempt) {
    return new Action.RemoveContainer(instance(0, name, attempt, "exit0"));
  }

  public Action preStopOf(String name, int attempt) {
    LifecycleHandler handler = new LifecycleHandler(null, null, null, null);
    return new Action.RunPreStop(
        container(name), handler, instance(0, name, attempt, "running"), "", Duration.ZERO, false);
  }

  public Action postStartOf(String name, int attempt) {
    LifecycleHandler handler = new LifecycleHandler(null, null, null, null);
    return new Action.RunPostStart(
        pod, container(name), handler, instance(0, name, attempt, "running"), "");
  }

  private Container container(String name) {
    return Stream.of(
            pod.spec().containers().stream(),
            pod.spec().initContainers().stream(),
            pod.spec().ephemeralContainers().stream().map(EphemeralContainer::asContainer))
        .flatMap(containers -> containers)
        .filter(container -> container.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  // The life cycle

  public Views ends(int graceSeconds, int askedSecondsAgo) {
    lifecycle =
        new PodLifecycle.Terminating(
            new PodSubject.Known(pod), termination(graceSeconds, askedSecondsAgo), false);
    return this;
  }

  public Views endsAsOrphan() {
    PodSubject orphan = new PodSubject.Orphan(pod.uid(), new PodName("default", "p"));
    lifecycle = new PodLifecycle.Terminating(orphan, termination(30, 0), false);
    return this;
  }

  public Views hasEnded(boolean wanted) {
    lifecycle = new PodLifecycle.Terminated(new PodSubject.Known(pod), termination(30, 60), wanted);
    return this;
  }

  public Views waits(String why) {
    lifecycle = new PodLifecycle.Waiting(pod, why);
    return this;
  }

  public Views finished() {
    lifecycle = new PodLifecycle.Finished(pod.uid());
    return this;
  }

  public static Termination termination(int graceSeconds, int askedSecondsAgo) {
    return new Termination(
        Termination.Cause.REMOVED,
        NOW.minusSeconds(askedSecondsAgo),
        Duration.ofSeconds(graceSeconds),
        "nobody wants it");
  }
}
