package dev.jubelet.runtime.inventory;

/**
 * Work that is done to its end although nobody waits for it: whoever interrupts a call does not
 * want what it half made to stay.
 */
public final class Uninterrupted {
  private Uninterrupted() {}

  public static void run(Runnable work) {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
