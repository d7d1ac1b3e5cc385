package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.engine.act.Outcome;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an actor takes for the state of its pod: the last look, with what it did itself since then.
 * A look that began before one of our steps ended does not count for what that step touched.
 */
final class Sight {
  private static final String SANDBOXES = "/sandboxes";

  private PodObservation observed;
  private final Map<String, Instant> touched = new LinkedHashMap<>();
  private final Map<String, Instant> unclear = new LinkedHashMap<>();
  private boolean lookAgain;

  Sight(PodObservation first) {
    this.observed = first;
  }

  PodObservation observed() {
    return observed;
  }

  /** False after a step whose outcome nobody knows, until somebody has looked. */
  boolean fresh() {
    return unclear.isEmpty();
  }

  /** Whether something was left out of a look and has to be looked at once more. */
  boolean takeLookAgain() {
    boolean again = lookAgain;
    lookAgain = false;
    return again;
  }

  /** Nobody knows what an action brought about, if it changed anything that a look shows. */
  void unclear(Action action, Instant since) {
    touches(action).forEach(what -> unclear.put(what, since));
    lookAgain |= changesSight(action);
  }

  void looked(PodObservation look, Collection<Action> inFlight) {
    if (look.takenAt().isBefore(observed.takenAt())) {
      // Looks overtake each other: a newer one has told more already.
      return;
    }
    Set<String> keep = new LinkedHashSet<>();
    inFlight.forEach(action -> keep.addAll(touches(action)));
    touched.forEach((what, at) -> {
      if (look.takenAt().isBefore(at)) {
        keep.add(what);
      }
    });
    observed = keep.isEmpty() ? look : mixed(look, keep);
    lookAgain |= !keep.isEmpty();
    touched.keySet().retainAll(keep);
    // A look clears up only what it was allowed to show.
    unclear
        .entrySet()
        .removeIf(
            entry -> !keep.contains(entry.getKey()) && !look.takenAt().isBefore(entry.getValue()));
  }

  /** Notes what a step of ours touched and, where we know it, what it made of it. */
  void did(Action action, @Nullable Outcome outcome, Instant endedAt) {
    touches(action).forEach(what -> touched.put(what, endedAt));
    if (outcome != null) {
      observed = ObservationFold.after(observed, action, outcome);
      if (outcome instanceof Outcome.ContainerNow now && now.container() == null) {
        unclear(action, endedAt);
      }
    }
  }

  private PodObservation mixed(PodObservation look, Set<String> keep) {
    List<ObservedSandbox> sandboxes =
        keep.contains(SANDBOXES) ? observed.sandboxes() : look.sandboxes();
    List<ObservedContainer> containers = new ArrayList<>();
    look.containers().stream().filter(c -> !keep.contains(c.name())).forEach(containers::add);
    observed.containers().stream().filter(c -> keep.contains(c.name())).forEach(containers::add);
    return new PodObservation(look.uid(), look.name(), sandboxes, containers, look.takenAt());
  }

  /** The containers, by name, that an action changes, and the sandboxes as a whole. */
  static boolean changesSight(Action action) {
    return !touches(action).isEmpty();
  }

  private static List<String> touches(Action action) {
    return switch (action) {
      case Action.CreateContainer create -> List.of(create.container().name());
      case Action.StartContainer start -> List.of(start.container().name());
      case Action.StopContainer stop -> List.of(stop.container().name());
      case Action.RemoveContainer remove -> List.of(remove.container().name());
      case Action.RunSandbox _, Action.StopSandbox _, Action.RemoveSandbox _ -> List.of(SANDBOXES);
      case Action.PrepareCgroup _,
          Action.PrepareDirectories _,
          Action.MountVolume _,
          Action.RefreshVolume _,
          Action.ReadyImage _,
          Action.RunPostStart _,
          Action.RunPreStop _,
          Action.Resize _,
          Action.UnmountVolumes _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          List.of();
    };
  }
}
