package dev.jubelet.ports;

/** Randomness for jitter only; seeded in the simulator. */
public interface Jitter {
  /** Evenly spread in [0, 1). */
  double next();
}
