package dev.jubelet.app.sandboxed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One program of the machine ({@code ip}, {@code ctr}, {@code umount}), run to its end. */
public record Tool(List<String> words, Duration deadline) {
  private static final Executor READERS =
      task -> Thread.ofVirtual().name("tool-output").start(task);

  public Tool {
    words = List.copyOf(words);
  }

  /** How it ended. */
  public record Result(int exit, String out, String err) {
    public boolean ok() {
      return exit == 0;
    }
  }

  /** It ended badly, or not at all; the message has its words and what it said. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
      super(message);
    }
  }

  public static Tool of(String... words) {
    return new Tool(List.of(words), Duration.ofSeconds(30));
  }

  public Tool within(Duration limit) {
    return new Tool(words, limit);
  }

  public Tool and(String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return new Tool(all, deadline);
  }

  /** Its output; a {@link Failure} unless it exits with 0. */
  public String run() {
    Result result = attempt();
    if (!result.ok()) {
      throw new Failure(
          "%s: exit %d: %s"
              .formatted(line(), result.exit(), (result.err() + result.out()).strip()));
    }
    return result.out();
  }

  /** How it ended, whatever its exit code. */
  public Result attempt() {
    try {
      Process process = new ProcessBuilder(words).start();
      process.getOutputStream().close();
      var out = read(process.getInputStream());
      var err = read(process.getErrorStream());
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new Failure(line() + ": no end within " + deadline);
      }
      // A child that it left behind may hold the pipes open for ever.
      return new Result(
          process.exitValue(), out.get(5, TimeUnit.SECONDS), err.get(5, TimeUnit.SECONDS));
    } catch (IOException | ExecutionException | TimeoutException e) {
      throw new Failure(line() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(line() + ": interrupted");
    }
  }

  private static CompletableFuture<String> read(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        READERS);
  }

  private String line() {
    return String.join(" ", words);
  }
}
