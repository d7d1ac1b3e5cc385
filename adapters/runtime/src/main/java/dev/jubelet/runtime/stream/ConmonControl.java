package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jubelet.linux.file.Fifo;
import dev.jubelet.ports.stream.TerminalSize;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Words to a conmon: a kind and two numbers. It takes several that come at once for the first of
 * them repeated, so each gets a moment of its own.
 */
final class ConmonControl {
  private static final int RESIZE = 1;
  private static final int REOPEN_LOGS = 2;
  private static final Duration MOMENT = Duration.ofMillis(20);

  private ConmonControl() {}

  static void resize(Path fifo, TerminalSize size) throws IOException, InterruptedException {
    tell(fifo, RESIZE, size.height(), size.width());
  }

  static void reopenLogs(Path fifo) throws IOException, InterruptedException {
    tell(fifo, REOPEN_LOGS, 0, 0);
  }

  private static void tell(Path fifo, int kind, int first, int second)
      throws IOException, InterruptedException {
    Fifo.tell(fifo, (kind + " " + first + " " + second + "\n").getBytes(US_ASCII));
    Thread.sleep(MOMENT);
  }
}
