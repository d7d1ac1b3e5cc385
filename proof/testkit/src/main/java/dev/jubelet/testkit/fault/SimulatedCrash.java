package dev.jubelet.testkit.fault;

/**
 * Our process dies here. It is an Error so that no code under test takes it for a failure that it
 * can handle; only the driver of the simulation catches it.
 */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  public SimulatedCrash(String message) {
    super(message);
  }
}
