package dev.jubelet.volumes;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a program of the host; with the deadline it ends, and all that it has started. */
final class HostProgram {
  private static final int SHOWN_MAX = 2000;
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private HostProgram() {}

  static void run(List<String> command, Duration deadline) {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "cannot run " + command.getFirst() + ": " + refused, refused);
    }
    CompletableFuture<String> output = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("output of " + command.getFirst())
        .start(() -> output.complete(head(process.getInputStream())));
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.TIMED_OUT,
            command.getFirst() + " has not ended after " + deadline.toSeconds() + " s");
      }
      if (process.exitValue() != 0) {
        throw new OutsideFailure(
            FailureKind.UNAVAILABLE,
            command.getFirst()
                + " failed with "
                + process.exitValue()
                + ": "
                + output.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS).strip());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, command.getFirst() + " was interrupted", stopped);
    } catch (ExecutionException | TimeoutException silent) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          command.getFirst() + " failed with " + process.exitValue(),
          silent);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The beginning is kept, and the rest read all the same, so that the program can end. */
  private static String head(InputStream stream) {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[1024];
    try (stream) {
      for (int size = stream.read(buffer); size >= 0; size = stream.read(buffer)) {
        if (text.length() < SHOWN_MAX) {
          text.append(new String(buffer, 0, size, StandardCharsets.UTF_8));
        }
      }
    } catch (IOException ended) {
      // It was killed; what it said before counts.
    }
    return text.toString();
  }
}
