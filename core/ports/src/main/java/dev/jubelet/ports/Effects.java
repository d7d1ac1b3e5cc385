package dev.jubelet.ports;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs work that touches the world and may block, away from whoever asked for it. */
public interface Effects {
  /**
   * Runs {@code work} and hands what it returned to {@code done}. {@code work} turns its own
   * failures into a value: an exception that leaves it is a bug.
   */
  <T> void run(String name, Supplier<T> work, Consumer<T> done);

  /** Runs a short step of logic soon, not on the caller's stack. */
  void execute(Runnable step);
}
