package dev.jubelet.simulator;

import dev.jubelet.simulator.world.World;
import java.time.Instant;

/** Lets the time of a world pass, event by event, and checks after each what must hold. */
final class TimeDriver {
  /** A run has some thousand events; one without end is a loop that feeds itself. */
  private static final int EVENTS_MAX = 2_000_000;

  private final World world;
  private final Invariants invariants;
  private int events;

  TimeDriver(World world, Invariants invariants) {
    this.world = world;
    this.invariants = invariants;
  }

  int events() {
    return events;
  }

  void playUntil(Instant end) {
    while (true) {
      Instant task = world.time.nextDue().orElse(Instant.MAX);
      Instant due = world.runtime.nextDue().orElse(Instant.MAX);
      Instant next = due.isBefore(task) ? due : task;
      if (next.isAfter(end)) {
        world.time.advanceTo(end);
        return;
      }
      if (due.isBefore(task)) {
        world.time.advanceTo(due);
        world.runtime.advance(due);
      } else {
        world.time.runNext();
      }
      events++;
      if (events >= EVENTS_MAX) {
        throw new BrokenInvariant("no end of events");
      }
      invariants.check();
    }
  }
}
