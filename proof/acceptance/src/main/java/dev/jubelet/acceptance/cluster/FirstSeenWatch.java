package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.Document;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Notes when the API server first tells of an object that is as hoped for. */
public final class FirstSeenWatch implements AutoCloseable {
  private final Process process;
  private final CompletableFuture<Long> seen = new CompletableFuture<>();

  private FirstSeenWatch(Process process) {
    this.process = process;
  }

  /**
   * Only what changes from now on counts.
   *
   * @param list the path of a list, such as {@code /api/v1/nodes}
   */
  public static FirstSeenWatch of(Kubectl kubectl, String list, Predicate<Document> hoped) {
    String version = kubectl.raw(list + "?limit=1").at("metadata", "resourceVersion").text();
    String path = list + "?watch=1&timeoutSeconds=3600&resourceVersion=" + version;
    try {
      Process process =
          new ProcessBuilder(kubectl.tool("get", "--raw", path).words())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      FirstSeenWatch watch = new FirstSeenWatch(process);
      Thread.ofPlatform().daemon().name("first-sight").start(() -> watch.read(hoped));
      return watch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * How long it took.
   *
   * @param begun of {@link System#nanoTime}
   */
  public Duration since(long begun, Duration patience) {
    try {
      return Duration.ofNanos(seen.get(patience.toMillis(), TimeUnit.MILLISECONDS) - begun);
    } catch (TimeoutException late) {
      throw new AssertionError("it was not seen within " + patience, late);
    } catch (ExecutionException failed) {
      throw new AssertionError("the watch ended", failed.getCause());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", stopped);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void read(Predicate<Document> hoped) {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      String line = lines.readLine();
      while (line != null) {
        if (hoped.test(Document.parse(line).at("object"))) {
          seen.complete(System.nanoTime());
          return;
        }
        line = lines.readLine();
      }
      seen.completeExceptionally(new IOException("nothing more came"));
    } catch (IOException | RuntimeException failed) {
      seen.completeExceptionally(failed);
    }
  }
}
