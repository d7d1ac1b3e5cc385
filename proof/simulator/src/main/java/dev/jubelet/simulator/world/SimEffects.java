package dev.jubelet.simulator.world;

import dev.jubelet.ports.Effects;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.fault.SimulatedCrash;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Effects of one life of our process, on virtual time. An effect reaches the world at some moment
 * between its begin and its end; which one is up to the seed. When the process dies, what has not
 * reached the world never does, and no answer comes back.
 */
final class SimEffects implements Effects {
  private final ManualTime time;
  private final Outside outside;
  private final Delays delays;
  private final Runnable crash;
  private boolean dead;
  private @Nullable Instant begunAt;

  SimEffects(ManualTime time, Outside outside, Delays delays, Runnable crash) {
    this.time = time;
    this.outside = outside;
    this.delays = delays;
    this.crash = crash;
  }

  /** When the effect that is reaching the world now was begun. */
  @Nullable Instant begunAt() {
    return begunAt;
  }

  void die() {
    dead = true;
  }

  @Override
  public <T> void run(String name, Supplier<T> work, Consumer<T> done) {
    Instant begin = time.now();
    Delays.Effect delay = delays.effect();
    time.after(
        delay.before(),
        () -> {
          if (!dead) {
            reachWorld(begin, delay.after(), work, done);
          }
        });
  }

  private <T> void reachWorld(Instant begin, Duration after, Supplier<T> work, Consumer<T> done) {
    outside.drainLatency();
    begunAt = begin;
    T result;
    try {
      result = work.get();
    } catch (SimulatedCrash death) {
      outside.drainLatency();
      crash.run();
      return;
    } finally {
      begunAt = null;
    }
    time.after(
        outside.drainLatency().plus(after),
        () -> {
          if (!dead) {
            done.accept(result);
          }
        });
  }

  @Override
  public void execute(Runnable step) {
    time.after(
        Duration.ZERO,
        () -> {
          if (!dead) {
            step.run();
          }
        });
  }
}
