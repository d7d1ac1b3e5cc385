package dev.jubelet.ports;

/** Randomness for jitter only; seeded in the simulator. */
public interface Dice {
  /** Evenly spread in [0, 1). */
  double next();
}
