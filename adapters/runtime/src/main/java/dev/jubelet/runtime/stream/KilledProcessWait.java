package dev.jubelet.runtime.stream;

import java.time.Duration;

/** Waiting for a child of ours that was killed, which is short and must not be cut shorter. */
final class KilledProcessWait {
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private KilledProcessWait() {}

  /** False when it still lives. */
  static boolean ended(Process process) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor(LAST_WORDS);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
