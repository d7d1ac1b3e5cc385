package dev.jubelet.runtime.monitor;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end, or ends them. */
final class Commands {
  private static final int OUTPUT_MAX = 64 * 1024;
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private Commands() {}

  /**
   * @param output of both kinds, as far as it is not too long
   */
  record Outcome(int code, String output) {}

  /**
   * @throws OutsideFailure TIMED_OUT when it is not done by then; it has been killed
   */
  static Outcome run(List<String> command, Path directory, String input, Duration time) {
    Process process = started(command, directory);
    try {
      Output output = new Output(process.getInputStream());
      Thread reader = Thread.ofVirtual().name("output of " + command.getFirst()).start(output);
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException closed) {
        // It ended without reading; its exit code tells the rest.
      }
      if (!process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.TIMED_OUT,
            command.getFirst() + " took longer than " + time.toSeconds() + " s");
      }
      boolean _ = reader.join(LAST_WORDS);
      return new Outcome(process.exitValue(), output.text());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "interrupted while " + command.getFirst() + " ran", stopped);
    } finally {
      end(process);
    }
  }

  private static Process started(List<String> command, Path directory) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", PATH);
    try {
      return builder.start();
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "cannot run " + command.getFirst() + ": " + refused.getMessage(),
          refused);
    }
  }

  private static void end(Process process) {
    if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static final class Output implements Runnable {
    private final InputStream in;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    Output(InputStream in) {
      this.in = in;
    }

    @Override
    public void run() {
      byte[] buffer = new byte[8192];
      try {
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          synchronized (kept) {
            kept.write(buffer, 0, Math.min(read, OUTPUT_MAX - kept.size()));
          }
        }
      } catch (IOException closed) {
        // What was read is all there is.
      }
    }

    String text() {
      synchronized (kept) {
        return kept.toString(StandardCharsets.UTF_8);
      }
    }
  }
}
