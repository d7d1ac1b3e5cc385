package dev.jubelet.simulator.world;

import dev.jubelet.ports.NodeTime;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;

/** The clock and alarms of one life of our process: none of its alarms goes off after its death. */
final class LifeTime implements NodeTime {
  private final ManualTime time;
  private boolean dead;

  LifeTime(ManualTime time) {
    this.time = time;
  }

  void die() {
    dead = true;
  }

  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public Instant wall() {
    return time.wall();
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    return time.after(
        delay,
        () -> {
          if (!dead) {
            task.run();
          }
        });
  }
}
