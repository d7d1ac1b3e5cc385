package dev.jubelet.testkit;

import dev.jubelet.ports.Jitter;
import java.util.SplittableRandom;

/** The same numbers for the same seed. */
public final class SeededJitter implements Jitter {
  private final SplittableRandom random;

  public SeededJitter(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public synchronized double next() {
    return random.nextDouble();
  }
}
