package dev.jubelet.app.assembly;

import dev.jubelet.ports.Journal;

/**
 * Ends the process within a second of SIGTERM or SIGINT. Pods are left as they are, so there is
 * nothing worth waiting for, and the exit code is 0: to be told to go is no failure.
 */
final class ShutdownHook implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 800;

  private final Thread hook;

  private ShutdownHook(Thread hook) {
    this.hook = hook;
  }

  /**
   * @param close need not end in time
   */
  static ShutdownHook onSignal(Runnable close, String said, Journal journal) {
    Thread hook = Thread.ofPlatform().name("end").unstarted(() -> end(close, said, journal));
    Runtime.getRuntime().addShutdownHook(hook);
    return new ShutdownHook(hook);
  }

  private static void end(Runnable close, String said, Journal journal) {
    Thread.ofPlatform().daemon().name("end at the latest").start(ShutdownHook::haltLater);
    journal.write(Journal.Level.NORMAL, "Stopping", said);
    close.run();
    Runtime.getRuntime().halt(0);
  }

  private static void haltLater() {
    try {
      Thread.sleep(PATIENCE_MILLIS);
    } catch (InterruptedException sooner) {
      // Either way the time is over.
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /** The node ended by itself, and its own exit code counts. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // The hook runs and will halt.
      return;
    }
  }
}
