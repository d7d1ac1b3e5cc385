package dev.jubelet.simulator.world;

import java.time.Duration;
import java.util.SplittableRandom;

/** How long things take around our process, beside what the calls to the outside take. */
public interface Delays {
  /** Until an effect reaches the world, and from there until its result is back. */
  record Effect(Duration before, Duration after) {}

  Effect effect();

  /** From the start of our process until it first hears of a source. */
  Duration source();

  /** From the death of our process until somebody starts it again. */
  Duration restart();

  /** Every answer comes after the same time, and a dead process stays dead for a second. */
  static Delays even(Duration answer) {
    Effect effect = new Effect(Duration.ZERO, answer);
    return new Delays() {
      @Override
      public Effect effect() {
        return effect;
      }

      @Override
      public Duration source() {
        return Duration.ZERO;
      }

      @Override
      public Duration restart() {
        return Duration.ofSeconds(1);
      }
    };
  }

  static Delays seeded(SplittableRandom random) {
    return new Delays() {
      @Override
      public Effect effect() {
        Duration latency = Duration.ofNanos(random.nextLong(100_000, 40_000_000));
        return random.nextBoolean()
            ? new Effect(latency, Duration.ZERO)
            : new Effect(Duration.ZERO, latency);
      }

      @Override
      public Duration source() {
        return Duration.ofMillis(random.nextInt(3) == 0 ? random.nextLong(1, 20_000) : 0);
      }

      @Override
      public Duration restart() {
        return Duration.ofMillis(random.nextLong(10, 30_000));
      }
    };
  }
}
