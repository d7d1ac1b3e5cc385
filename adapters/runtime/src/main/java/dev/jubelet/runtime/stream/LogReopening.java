package dev.jubelet.runtime.stream;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Has a conmon begin a new log file after somebody has moved the old one away. */
final class LogReopening {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int ASKED_AGAIN_EVERY = 50;

  private LogReopening() {}

  /**
   * @param log empty when nobody knows where it is
   */
  static void reopen(Path control, Optional<Path> log) {
    try {
      long begin = System.nanoTime();
      int told = 0;
      do {
        // A word may be lost when somebody else said one at the same moment. Each has its pause.
        if (told++ % ASKED_AGAIN_EVERY == 0) {
          ConmonControl.reopenLogs(control);
        } else {
          Thread.sleep(20);
        }
        if (log.isEmpty() || Files.exists(log.get())) {
          return;
        }
      } while (System.nanoTime() - begin < PATIENCE.toNanos());
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "the log " + log.get() + " was not begun again in " + PATIENCE);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "conmon cannot be told: " + refused.getMessage(), refused);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "reopening a log was interrupted", stopped);
    }
  }
}
