package dev.jubelet.engine.probe;

import dev.jubelet.decide.action.Kill;
import dev.jubelet.decide.probe.PodProbeStates;
import dev.jubelet.decide.probe.ProbeCall;
import dev.jubelet.decide.probe.ProbeCalls;
import dev.jubelet.decide.probe.ProbeKey;
import dev.jubelet.decide.probe.ProbeKind;
import dev.jubelet.decide.probe.ProbeMessages;
import dev.jubelet.decide.probe.ProbeResult;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.decide.status.PodAddresses;
import dev.jubelet.decide.status.container.Readiness;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The probes of one pod. Belongs to the pod's worker and is only ever touched by it; what takes
 * time is an effect, whose end comes back as an event of that worker.
 */
public final class PodProbes {
  /**
   * After a restart of ours a pod whose readiness nobody remembers is not shown before its first
   * probe has answered, but for no longer than this.
   */
  private static final Duration AWAITED_MAX = Duration.ofSeconds(3);

  private record Wake(Instant at, NodeTime.Alarm alarm) {}

  private final NodeServices node;
  private final NodeTime time;
  private final ProbeRunner runner;
  private final List<String> hostIps;
  private final Consumer<PodEvent> owner;
  private final Instant bornAt;
  private PodProbeStates states = PodProbeStates.EMPTY;
  private @Nullable Pod pod;
  private @Nullable PodObservation observed;
  private @Nullable Wake wake;
  private boolean changed;
  private boolean heldBack;

  /**
   * @param owner is told later and never on our stack
   */
  public PodProbes(
      NodeServices node, ProbeRunner runner, List<String> hostIps, Consumer<PodEvent> owner) {
    this.node = node;
    this.time = node.time();
    this.runner = runner;
    this.hostIps = List.copyOf(hostIps);
    this.owner = owner;
    this.bornAt = time.now();
  }

  /**
   * Takes in what runs now, before anybody asks what the probes say of it.
   *
   * @param starting containers that run and are not to be probed yet
   */
  public void look(PodLifecycle lifecycle, PodObservation seen, Set<String> starting) {
    observed = seen;
    boolean ending = lifecycle instanceof PodLifecycle.Terminating;
    pod = ending || lifecycle instanceof PodLifecycle.Syncing ? lifecycle.pod() : null;
    update(
        pod == null
            ? PodProbeStates.EMPTY
            : states.seeing(pod, ending, without(seen, starting), new Sighting(), time.now()));
  }

  private static PodObservation without(PodObservation seen, Set<String> names) {
    return names.isEmpty()
        ? seen
        : seen.showing(
            seen.sandboxes(),
            seen.containers().stream().filter(c -> !names.contains(c.name())).toList());
  }

  /** Begins what is due, counts what is late, and sets the alarm for what comes next. */
  public void proceed() {
    Instant now = time.now();
    for (ProbeKey key : states.late(now)) {
      ProbeResult late = overdue(key);
      update(states.overdue(key, late));
      tell(key, late);
    }
    for (ProbeKey key : states.due(now)) {
      update(states.begun(key, now));
      begin(key);
    }
    heldBack = awaited();
    wakeAt(heldBack ? earlier(states.nextAt(), untilWhen()) : states.nextAt());
  }

  /** A moment that was waited for has come, or one that was called off too late. */
  public void rang() {
    if (wake != null && !wake.at().isAfter(time.now())) {
      wake = null;
    }
    changed |= heldBack && !awaited();
  }

  /** The end of a probe; one of an instance that is gone says nothing any more. */
  public void ended(ProbeKey key, ProbeResult result) {
    if (!states.has(key)) {
      return;
    }
    boolean counted = states.counted(key);
    update(states.ended(key, result));
    if (!counted) {
      tell(key, result);
    }
  }

  /** Whether a verdict changed since this was last asked, so that plan and status have to hear. */
  public boolean takeChanged() {
    boolean taken = changed;
    changed = false;
    return taken;
  }

  public Readiness readiness() {
    return states.readiness();
  }

  public Set<ContainerId> unstarted() {
    return states.unstarted();
  }

  /** Probes that keep their containers from being ready. */
  public Set<ProbeKey> unpassed() {
    return states.unpassed();
  }

  public Map<ContainerId, Kill> condemned() {
    return pod == null ? Map.of() : states.condemned(pod);
  }

  /** Whether the pod's status would say of its readiness what nobody knows yet. */
  public boolean awaited() {
    return states.awaited() && time.now().isBefore(untilWhen());
  }

  private Instant untilWhen() {
    return bornAt.plus(AWAITED_MAX);
  }

  private static Optional<Instant> earlier(Optional<Instant> at, Instant other) {
    return Optional.of(at.filter(first -> first.isBefore(other)).orElse(other));
  }

  /** Nothing rings any more. */
  public void close() {
    wakeAt(Optional.empty());
  }

  private void update(PodProbeStates next) {
    changed |= !next.agrees(states);
    states = next;
  }

  private void begin(ProbeKey key) {
    ProbeCall call = call(key);
    Duration timeout = states.timeout(key);
    node.effects()
        .run(
            "probe/" + key.container() + " " + word(key) + " of " + known().fullName(),
            () -> runner.run(call, key.instance(), timeout),
            result -> owner.accept(new PodEvent.Probed(key, result)));
  }

  private ProbeCall call(ProbeKey key) {
    Pod of = known();
    Container container =
        of.spec()
            .initAndMainContainers()
            .filter(each -> each.name().equals(key.container()))
            .findFirst()
            .orElseThrow();
    String podIp = PodAddresses.first(of, Objects.requireNonNull(observed), hostIps);
    return ProbeCalls.of(container, key.kind(), podIp);
  }

  private ProbeResult overdue(ProbeKey key) {
    Duration timeout = states.timeout(key);
    return call(key) instanceof ProbeCall.Exec exec
        ? ProbeRunner.timedOut(exec.command(), timeout)
        : new ProbeResult.Failed("no answer within " + timeout.toSeconds() + "s");
  }

  private void tell(ProbeKey key, ProbeResult result) {
    ProbeMessages.of(key.kind(), result)
        .ifPresent(event -> write(key, Journal.Level.WARNING, event.reason(), event.message()));
    Kill kill = key.kind() == ProbeKind.READINESS ? null : condemned().get(key.instance());
    if (kill != null) {
      write(key, Journal.Level.NORMAL, kill.reason(), kill.message());
    }
  }

  private void write(ProbeKey key, Journal.Level level, String reason, String message) {
    Pod of = known();
    node.journal().announce(level, of, ClusterEvent.about(of, key.container()), reason, message);
  }

  private Pod known() {
    return Objects.requireNonNull(pod, "a probe has a pod");
  }

  private static String word(ProbeKey key) {
    return key.kind().wire().toLowerCase(Locale.ROOT);
  }

  private void wakeAt(Optional<Instant> at) {
    Wake set = wake;
    if (set != null && at.isPresent() && at.get().equals(set.at())) {
      return;
    }
    if (set != null) {
      set.alarm().cancel();
    }
    wake =
        at.map(moment ->
                new Wake(
                    moment,
                    time.after(
                        Duration.between(time.now(), moment),
                        () -> owner.accept(new PodEvent.ProbeDue()))))
            .orElse(null);
  }

  private final class Sighting implements PodProbeStates.InstanceStarts {
    /** The machine's clock may have been set since: nothing has happened in the future. */
    @Override
    public Instant startedAt(ObservedContainer instance) {
      Instant now = time.now();
      if (!(instance.condition() instanceof ContainerCondition.Running running)
          || running.startedAt().equals(Instant.EPOCH)) {
        return now;
      }
      Duration ago = Duration.between(running.startedAt(), time.wall());
      return ago.isNegative() ? now : now.minus(ago);
    }

    @Override
    public boolean found(Instant startedAt) {
      return startedAt.isBefore(bornAt);
    }

    @Override
    public double jitter() {
      return node.jitter().next();
    }
  }
}
