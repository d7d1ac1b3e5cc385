package dev.jubelet.simulator.planted;

import dev.jubelet.simulator.Simulation;
import java.util.Optional;
import java.util.function.LongFunction;

/** What a seed breaks, in terms that both sides of a class loader know. */
public final class SeedProbe implements LongFunction<Optional<String>> {
  @Override
  public Optional<String> apply(long seed) {
    return Simulation.run(seed).broken();
  }
}
