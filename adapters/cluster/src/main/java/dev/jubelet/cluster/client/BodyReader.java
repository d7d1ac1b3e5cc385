package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads answers while they arrive. Of those that may be large, only a few are read at once: until
 * one is understood it takes several times its size.
 */
final class BodyReader {
  private static final int LARGE_AT_ONCE = 2;
  private static final Duration TURN_MAX = Duration.ofSeconds(30);

  /** So much is read after the end of what was asked for, so that the connection can be kept. */
  private static final int REST_MAX = 64 << 10;

  private final Semaphore turns = new Semaphore(LARGE_AT_ONCE, true);

  /** The body of an answer as JSON, within the deadline, whoever is slow. */
  <T> T read(
      String call, HttpResponse<InputStream> answer, Function<JsonStream, T> reader, Duration left)
      throws InterruptedException, IOException {
    CompletableFuture<T> read = new CompletableFuture<>();
    var _ =
        Thread.ofVirtual()
            .name("answer to " + call)
            .start(() -> {
              try (InputStream body = unpacked(answer.headers(), answer.body())) {
                T value = isSmall(reader) ? json(body, reader) : inTurn(() -> json(body, reader));
                var _ = body.skip(REST_MAX);
                read.complete(value);
              } catch (IOException | RuntimeException failed) {
                read.completeExceptionally(failed);
              }
            });
    try {
      return read.get(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new IOException(call + ": the answer did not end in time");
    } catch (ExecutionException failed) {
      throw told(call, failed.getCause());
    } finally {
      if (!read.isDone()) {
        answer.body().close();
      }
    }
  }

  /** Does something with an answer or an event that may be large when it is its turn. */
  <T> T inTurn(Supplier<T> work) {
    boolean taken = false;
    try {
      taken = turns.tryAcquire(TURN_MAX.toMillis(), TimeUnit.MILLISECONDS);
      if (!taken) {
        throw ApiFailure.noAnswer("too many large answers of the API server are being read");
      }
      return work.get();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      throw ApiFailure.noAnswer("interrupted while others were read");
    } finally {
      if (taken) {
        turns.release();
      }
    }
  }

  /** Whether a reader never needs more memory than everybody may have. */
  static boolean isSmall(Function<JsonStream, ?> reader) {
    return reader == ObjectReader.TREE || reader == ObjectReader.METADATA;
  }

  private static <T> T json(InputStream body, Function<JsonStream, T> reader) {
    try (JsonStream json = JsonStream.of(body)) {
      return reader.apply(json);
    }
  }

  private static InputStream unpacked(HttpHeaders headers, InputStream body) throws IOException {
    boolean packed =
        headers.firstValue("Content-Encoding").filter(each -> each.equals("gzip")).isPresent();
    return packed ? new GZIPInputStream(body) : body;
  }

  private static ApiFailure told(String call, @Nullable Throwable failed) throws IOException {
    return switch (failed) {
      case ApiFailure known -> known;
      case UncheckedIOException broken -> throw broken.getCause();
      case IOException broken -> throw broken;
      case IllegalArgumentException wrong ->
          ApiFailure.noAnswer(
              "the answer to %s is not what it should be: %s".formatted(call, wrong.getMessage()));
      case RuntimeException defect -> throw defect;
      case null, default -> throw new IllegalStateException(failed);
    };
  }
}
