package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is taken for the state of a pod in the runtime: the last look, with what we did ourselves
 * since then. A look that began before one of our steps ended does not count for what that step
 * touched.
 *
 * @param touched when a step of ours last ended on a container, or on the sandboxes
 * @param unclear since when nobody knows what a step brought about there
 * @param lookAgain whether something was left out of a look and has to be looked at once more
 */
public record ActualPodState(
    PodObservation observed,
    Map<String, Instant> touched,
    Map<String, Instant> unclear,
    boolean lookAgain) {
  public ActualPodState {
    touched = Ordered.copyOf(touched);
    unclear = Ordered.copyOf(unclear);
  }

  public ActualPodState(PodObservation first) {
    this(first, Map.of(), Map.of(), false);
  }

  /** False after a step whose outcome nobody knows, until somebody has looked. */
  public boolean fresh() {
    return unclear.isEmpty();
  }

  /** Somebody looks now. */
  ActualPodState looking() {
    return new ActualPodState(observed, touched, unclear, false);
  }

  ActualPodState looked(PodObservation look, Collection<Action> inFlight) {
    if (look.takenAt().isBefore(observed.takenAt())) {
      // Looks overtake each other: a newer one has told more already.
      return this;
    }
    Set<String> keep = new LinkedHashSet<>();
    inFlight.forEach(action -> keep.addAll(action.touches()));
    touched.forEach((what, at) -> {
      if (look.takenAt().isBefore(at)) {
        keep.add(what);
      }
    });
    Map<String, Instant> touchedLeft = new LinkedHashMap<>(touched);
    touchedLeft.keySet().retainAll(keep);
    // A look clears up only what it was allowed to show.
    Map<String, Instant> unclearLeft = new LinkedHashMap<>(unclear);
    unclearLeft
        .entrySet()
        .removeIf(
            entry -> !keep.contains(entry.getKey()) && !look.takenAt().isBefore(entry.getValue()));
    return new ActualPodState(
        keep.isEmpty() ? look : mixed(look, keep),
        touchedLeft,
        unclearLeft,
        lookAgain || !keep.isEmpty());
  }

  private PodObservation mixed(PodObservation look, Set<String> keep) {
    List<ObservedSandbox> sandboxes =
        keep.contains(Action.SANDBOXES) ? observed.sandboxes() : look.sandboxes();
    List<ObservedContainer> containers = new ArrayList<>();
    look.containers().stream().filter(c -> !keep.contains(c.name())).forEach(containers::add);
    observed.containers().stream().filter(c -> keep.contains(c.name())).forEach(containers::add);
    return look.showing(sandboxes, containers);
  }

  /** A step of ours has ended, whatever it brought about. */
  ActualPodState did(Action action, Instant endedAt) {
    Map<String, Instant> all = new LinkedHashMap<>(touched);
    action.touches().forEach(what -> all.put(what, endedAt));
    return new ActualPodState(observed, all, unclear, lookAgain);
  }

  /** Nobody knows what an action brought about, if it changed anything that a look shows. */
  ActualPodState unclear(Action action, Instant since) {
    Map<String, Instant> all = new LinkedHashMap<>(unclear);
    action.touches().forEach(what -> all.put(what, since));
    return new ActualPodState(observed, touched, all, lookAgain || !action.touches().isEmpty());
  }

  // What a step of ours changed, so that the next one need not wait for a look.

  ActualPodState with(ObservedSandbox sandbox) {
    List<ObservedSandbox> all = new ArrayList<>();
    all.add(sandbox);
    observed.sandboxes().stream().filter(s -> !s.id().equals(sandbox.id())).forEach(all::add);
    return showing(all, observed.containers());
  }

  /**
   * @param container as the runtime shows it after a step, or null when it lost it
   */
  ActualPodState with(Action action, @Nullable ObservedContainer container, Instant endedAt) {
    if (container == null) {
      return unclear(action, endedAt);
    }
    List<ObservedContainer> all = new ArrayList<>();
    boolean known = observed.containers().stream().anyMatch(c -> c.id().equals(container.id()));
    if (!known) {
      all.add(container);
    }
    observed.containers().forEach(c -> all.add(c.id().equals(container.id()) ? container : c));
    return showing(observed.sandboxes(), all);
  }

  ActualPodState stopped(SandboxId id) {
    UnaryOperator<ObservedSandbox> stopped = s -> s.id().equals(id) ? s.notReady() : s;
    return showing(observed.sandboxes().stream().map(stopped).toList(), observed.containers());
  }

  ActualPodState without(SandboxId id) {
    return showing(
        observed.sandboxes().stream().filter(s -> !s.id().equals(id)).toList(),
        observed.containers().stream().filter(c -> !c.sandbox().equals(id)).toList());
  }

  ActualPodState without(ContainerId id) {
    return showing(
        observed.sandboxes(),
        observed.containers().stream().filter(c -> !c.id().equals(id)).toList());
  }

  private ActualPodState showing(
      List<ObservedSandbox> sandboxes, List<ObservedContainer> containers) {
    return new ActualPodState(observed.showing(sandboxes, containers), touched, unclear, lookAgain);
  }
}
