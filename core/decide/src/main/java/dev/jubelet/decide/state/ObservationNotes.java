package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What is remembered of what is seen: exits, attempts, and crash loops older than we are. */
final class ObservationNotes {
  private ObservationNotes() {}

  static PodMemory noting(PodMemory memory, PodObservation seen, Moment moment) {
    PodMemory noted = memory.keeping(seen);
    for (ObservedContainer container : seen.containers()) {
      boolean newest = seen.newest(container.name()).filter(container::equals).isPresent();
      if (newest) {
        noted = unheard(noted, container, seen, moment);
      }
      if (newest && memory.container(container.name()).crash() == null) {
        Backoff assumed =
            moment
                .crashSchedule()
                .assumed(container.attempt(), moment.onOurClock(container.createdAt()));
        noted = assumed == null ? noted : noted.crash(container.name(), assumed);
      }
    }
    // Only now, since above it counts what was known before this look.
    for (ObservedContainer container : seen.containers()) {
      noted =
          noted
              .attempted(container.name(), container.attempt())
              .exited(container.id(), exit(memory, container, moment));
    }
    return noted;
  }

  /** An exit is noted once, whatever the clock on the wall does later. */
  private static @Nullable Instant exit(
      PodMemory memory, ObservedContainer container, Moment moment) {
    if (!(container.condition() instanceof ContainerCondition.Exited exited)) {
      return null;
    }
    Instant known = memory.instance(container.id()).exitedAt();
    return known != null ? known : moment.onOurClock(exited.finishedAt());
  }

  /**
   * An instance that is there although its making or its start was answered with a failure: it
   * counts like any other, or its next crash would not wait.
   */
  private static PodMemory unheard(
      PodMemory memory, ObservedContainer newest, PodObservation seen, Moment moment) {
    String name = newest.name();
    ContainerMemory known = memory.container(name);
    PodMemory told = newest.running() ? memory.succeeded(Action.StartContainer.key(name)) : memory;
    if (!known.ran() || newest.attempt() <= known.attempt()) {
      return told;
    }
    Instant exitedAt = memory.newestExit(name, seen);
    Backoff next =
        exitedAt == null
            ? null
            : moment.crashSchedule().afterTry(known.crash(), exitedAt, moment.now());
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
