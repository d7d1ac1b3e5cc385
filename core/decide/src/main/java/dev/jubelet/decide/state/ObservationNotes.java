package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is remembered of what is seen: exits, attempts, and crash loops older than we are. */
final class ObservationNotes {
  private ObservationNotes() {}

  static PodMemory noting(PodMemory memory, PodObservation seen, Moment moment) {
    Map<ContainerId, Instant> exits = new LinkedHashMap<>();
    Map<String, Integer> attempts = new LinkedHashMap<>(memory.attempts());
    PodMemory noted = memory.keeping(seen);
    for (ObservedContainer container : seen.containers()) {
      attempts.merge(container.name(), container.attempt(), Math::max);
      if (container.condition() instanceof ContainerCondition.Exited exited) {
        Instant known = memory.exits().get(container.id());
        exits.put(container.id(), known != null ? known : moment.onOurClock(exited.finishedAt()));
      }
      boolean newest = seen.newest(container.name()).filter(container::equals).isPresent();
      if (newest) {
        noted = unheard(noted, container, seen, moment);
      }
      if (newest && !memory.crashes().containsKey(container.name())) {
        Backoff assumed =
            moment
                .crashSchedule()
                .assumed(container.attempt(), moment.onOurClock(container.createdAt()));
        noted = assumed == null ? noted : noted.crash(container.name(), assumed);
      }
    }
    return noted.noting(exits, attempts);
  }

  /**
   * An instance that is there although its making or its start was answered with a failure: it
   * counts like any other, or its next crash would not wait.
   */
  private static PodMemory unheard(
      PodMemory memory, ObservedContainer newest, PodObservation seen, Moment moment) {
    String name = newest.name();
    Integer known = memory.attempts().get(name);
    PodMemory told = newest.running() ? memory.succeeded(Action.StartContainer.key(name)) : memory;
    if (known == null || newest.attempt() <= known) {
      return told;
    }
    Instant exitedAt = memory.newestExit(name, seen);
    Backoff next =
        exitedAt == null
            ? null
            : moment.crashSchedule().afterTry(memory.crashes().get(name), exitedAt, moment.now());
    return told.created(name, next, newest.attempt()).succeeded(Action.CreateContainer.key(name));
  }

  /**
   * When the pod began: what its status says, or when its oldest sandbox was made, which another
   * life of our process may have done; else now.
   */
  static Instant began(PodLifecycle lifecycle, PodObservation first, Moment moment) {
    Instant told =
        switch (lifecycle) {
          case PodLifecycle.Waiting waiting -> waiting.pod().status().startTime();
          case PodLifecycle.Syncing syncing -> syncing.pod().status().startTime();
          case PodLifecycle.Terminating _, PodLifecycle.Terminated _, PodLifecycle.Finished _ ->
              null;
        };
    Instant since =
        told != null
            ? told
            : first.sandboxes().stream()
                .map(ObservedSandbox::createdAt)
                .min(Comparator.naturalOrder())
                .orElse(moment.wall());
    return moment.onOurClock(since);
  }
}
