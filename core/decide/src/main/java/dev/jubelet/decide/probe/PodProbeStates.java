package dev.jubelet.decide.probe;

import dev.jubelet.decide.action.GracePeriods;
import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.status.container.Readiness;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.handler.Probe;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.status.ContainerStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All probes of a pod's running instances, and what they have found out so far. */
public final class PodProbeStates {
  public static final PodProbeStates EMPTY = new PodProbeStates(Map.of());

  private final Map<ProbeKey, ProbeState> states;

  private PodProbeStates(Map<ProbeKey, ProbeState> states) {
    this.states = Ordered.copyOf(states);
  }

  /** Tells when an instance began, and how to treat one that began before us. */
  public interface InstanceStarts {
    /** On our own clock. */
    Instant startedAt(ObservedContainer instance);

    /** Whether it ran before we came. */
    boolean found(Instant startedAt);

    /** Evenly spread in [0, 1). */
    double jitter();
  }

  /**
   * The probes of what runs now: new instances begin anew, those of ended ones are gone.
   *
   * @param ending whether the pod is on its way out: then only readiness is asked for
   */
  public PodProbeStates seeing(
      Pod pod, boolean ending, PodObservation observed, InstanceStarts beginnings, Instant now) {
    Map<ProbeKey, ProbeState> seen = new LinkedHashMap<>();
    for (Container container : probed(pod)) {
      Optional<ObservedContainer> newest =
          observed.newest(container.name()).filter(ObservedContainer::running);
      for (ProbeKind kind : ProbeKind.values()) {
        Optional<ProbeSchedule> schedule = ProbeSchedule.of(pod, container, kind);
        if (newest.isPresent() && schedule.isPresent()) {
          ProbeKey key = new ProbeKey(container.name(), newest.get().id(), kind);
          ProbeState known = states.get(key);
          ProbeState state =
              known == null
                  ? first(pod, newest.get(), schedule.get(), beginnings, now)
                  : known.with(schedule.get());
          seen.put(key, ending && kind != ProbeKind.READINESS ? state.hold() : state);
        }
      }
    }
    return seen.equals(states) ? this : new PodProbeStates(seen);
  }

  private static ProbeState first(
      Pod pod,
      ObservedContainer instance,
      ProbeSchedule schedule,
      InstanceStarts beginnings,
      Instant now) {
    Instant startedAt = beginnings.startedAt(instance);
    return beginnings.found(startedAt)
        ? ProbeState.found(schedule, startedAt, earlier(pod, instance), beginnings.jitter(), now)
        : ProbeState.begin(schedule, startedAt);
  }

  private static ProbeState.@Nullable Earlier earlier(Pod pod, ObservedContainer instance) {
    return Stream.of(pod.status().containerStatuses(), pod.status().initContainerStatuses())
        .flatMap(List::stream)
        .filter(status -> status.containerID().endsWith("://" + instance.id().value()))
        .map(ContainerStatus::started)
        .map(started -> new ProbeState.Earlier(Boolean.TRUE.equals(started)))
        .findFirst()
        .orElse(null);
  }

  /** An ordinary init container ends by itself and has no probes. */
  private static List<Container> probed(Pod pod) {
    return Stream.concat(
            pod.spec().initContainers().stream().filter(Container::isSidecar),
            pod.spec().containers().stream())
        .toList();
  }

  public boolean isEmpty() {
    return states.isEmpty();
  }

  public boolean has(ProbeKey key) {
    return states.containsKey(key);
  }

  public Duration timeout(ProbeKey key) {
    return state(key).schedule().timeout();
  }

  /** Probes to run now. */
  public List<ProbeKey> due(Instant now) {
    return states.entrySet().stream()
        .filter(entry -> open(entry.getKey()) && entry.getValue().dueBy(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Probes under way that should have ended by now and were not counted yet. */
  public List<ProbeKey> late(Instant now) {
    return states.entrySet().stream()
        .filter(entry -> entry.getValue().lateBy(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** When there is something to do, if nothing happens before. */
  public Optional<Instant> nextAt() {
    return states.entrySet().stream()
        .filter(entry -> entry.getValue().underWay() || open(entry.getKey()))
        .flatMap(entry -> entry.getValue().nextAt().stream())
        .min(Instant::compareTo);
  }

  /** Startup gates the other two. */
  private boolean open(ProbeKey key) {
    return key.kind() == ProbeKind.STARTUP || started(key);
  }

  private boolean started(ProbeKey key) {
    ProbeState startup =
        states.get(new ProbeKey(key.container(), key.instance(), ProbeKind.STARTUP));
    return startup == null || startup.verdict() == ProbeVerdict.SUCCESS;
  }

  public PodProbeStates begun(ProbeKey key, Instant now) {
    return with(key, state(key).begun(now));
  }

  public PodProbeStates ended(ProbeKey key, ProbeResult result) {
    return with(key, state(key).ended(result));
  }

  public PodProbeStates overdue(ProbeKey key, ProbeResult result) {
    return with(key, state(key).overdue(result));
  }

  public boolean counted(ProbeKey key) {
    return state(key).late();
  }

  /** Whether all verdicts are the same, so that nobody outside has to hear of a change. */
  public boolean agrees(PodProbeStates other) {
    return awaited() == other.awaited()
        && states.keySet().equals(other.states.keySet())
        && states.entrySet().stream()
            .allMatch(entry -> entry.getValue().verdict() == other.state(entry.getKey()).verdict());
  }

  private ProbeState state(ProbeKey key) {
    ProbeState state = states.get(key);
    if (state == null) {
      throw new IllegalArgumentException("no such probe: " + key);
    }
    return state;
  }

  private PodProbeStates with(ProbeKey key, ProbeState state) {
    return new PodProbeStates(Ordered.plus(states, key, state));
  }

  /** For statuses. What has no verdict is not named. */
  public Readiness readiness() {
    Map<String, Boolean> ready = new LinkedHashMap<>();
    Map<String, Boolean> started = new LinkedHashMap<>();
    states.forEach((key, state) -> {
      if (state.verdict() != ProbeVerdict.UNKNOWN) {
        boolean good = state.verdict() == ProbeVerdict.SUCCESS;
        switch (key.kind()) {
          case STARTUP -> started.put(key.container(), good);
          case READINESS -> ready.put(key.container(), good);
          case LIVENESS -> {}
        }
      }
    });
    return new Readiness(ready, started);
  }

  /** Running instances whose startup probe has not passed yet. */
  public Set<ContainerId> unstarted() {
    Set<ContainerId> waiting = new LinkedHashSet<>();
    states.forEach((key, state) -> {
      if (key.kind() == ProbeKind.STARTUP && state.verdict() != ProbeVerdict.SUCCESS) {
        waiting.add(key.instance());
      }
    });
    return waiting;
  }

  /** Probes that are asked now and without which their container is not ready. */
  public Set<ProbeKey> unpassed() {
    Set<ProbeKey> keys = new LinkedHashSet<>();
    states.forEach((key, state) -> {
      if (key.kind() != ProbeKind.LIVENESS
          && state.verdict() != ProbeVerdict.SUCCESS
          && open(key)) {
        keys.add(key);
      }
    });
    return keys;
  }

  /** Whether something is about to be known that nobody remembers of an earlier life. */
  public boolean awaited() {
    return states.entrySet().stream()
        .anyMatch(entry -> entry.getValue().awaited() && awaitable(entry.getKey()));
  }

  /** While the startup probe fails, nobody waits for readiness. */
  private boolean awaitable(ProbeKey key) {
    ProbeState startup =
        states.get(new ProbeKey(key.container(), key.instance(), ProbeKind.STARTUP));
    return startup == null || startup.awaited() || startup.verdict() == ProbeVerdict.SUCCESS;
  }

  /** Running instances that their probes gave up. */
  public Map<ContainerId, Kill> condemned(Pod pod) {
    Map<ContainerId, Kill> kills = new LinkedHashMap<>();
    states.forEach((key, state) -> {
      if (state.verdict() == ProbeVerdict.FAILURE && key.kind() != ProbeKind.READINESS) {
        kill(pod, key).ifPresent(kill -> kills.put(key.instance(), kill));
      }
    });
    return kills;
  }

  private static Optional<Kill> kill(Pod pod, ProbeKey key) {
    boolean sidecar = pod.spec().isInit(key.container());
    return probed(pod).stream()
        .filter(container -> container.name().equals(key.container()))
        .findFirst()
        .map(container ->
            new Kill(
                "Killing",
                ProbeMessages.condemned(key, sidecar, restarts(pod, container)),
                grace(pod, key.kind().in(container)),
                restarts(pod, container)));
  }

  private static Duration grace(Pod pod, @Nullable Probe probe) {
    Long own = probe == null ? null : probe.terminationGracePeriodSeconds();
    return own == null ? GracePeriods.ofPod(pod) : Duration.ofSeconds(own);
  }

  /** Kubernetes: rules about exit codes do not count, since it has not ended yet. */
  private static boolean restarts(Pod pod, Container container) {
    ContainerRestartPolicy own = container.restartPolicy();
    return own != null
        ? own != ContainerRestartPolicy.NEVER
        : switch (pod.spec().restartPolicy()) {
          case ALWAYS, ON_FAILURE -> true;
          case NEVER -> false;
        };
  }
}
