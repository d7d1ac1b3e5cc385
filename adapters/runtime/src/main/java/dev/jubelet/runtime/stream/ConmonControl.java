package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jubelet.linux.file.Fifo;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.TerminalSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Words to a conmon: a kind and two numbers. It takes several that come at once for the first of
 * them repeated, so each gets a moment of its own.
 */
final class ConmonControl {
  private static final int RESIZE = 1;
  private static final int REOPEN_LOGS = 2;
  private static final Duration MOMENT = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int ASKED_AGAIN_EVERY = 50;

  private ConmonControl() {}

  static void resize(Path fifo, TerminalSize size) throws IOException, InterruptedException {
    tell(fifo, RESIZE, size.height(), size.width());
  }

  /**
   * Has a conmon begin a new log file after somebody has moved the old one away.
   *
   * @param log empty when nobody knows where it is
   */
  static void reopenLog(Path fifo, Optional<Path> log) {
    try {
      long begin = System.nanoTime();
      int told = 0;
      do {
        // A word may be lost when somebody else said one at the same moment. Each has its pause.
        if (told++ % ASKED_AGAIN_EVERY == 0) {
          tell(fifo, REOPEN_LOGS, 0, 0);
        } else {
          Thread.sleep(MOMENT);
        }
        if (log.isEmpty() || Files.exists(log.get())) {
          return;
        }
      } while (System.nanoTime() - begin < PATIENCE.toNanos());
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "the log " + log.get() + " was not reopened within " + PATIENCE);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "cannot reach conmon: " + refused.getMessage(), refused);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "reopening a log was interrupted", stopped);
    }
  }

  private static void tell(Path fifo, int kind, int first, int second)
      throws IOException, InterruptedException {
    Fifo.tell(fifo, (kind + " " + first + " " + second + "\n").getBytes(US_ASCII));
    Thread.sleep(MOMENT);
  }
}
