package dev.jubelet.testkit;

import dev.jubelet.ports.Dice;
import java.util.SplittableRandom;

/** The same numbers for the same seed. */
public final class SeededDice implements Dice {
  private final SplittableRandom random;

  public SeededDice(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public synchronized double next() {
    return random.nextDouble();
  }
}
