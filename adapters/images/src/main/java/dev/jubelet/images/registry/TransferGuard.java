package dev.jubelet.images.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ends transfers that make no progress. A drop now and then is none: what comes within one span of
 * time must be worth the waiting.
 */
final class TransferGuard implements AutoCloseable {
  private static final long BYTES_MIN = 16 * 1024;
  private static final int BUFFER = 64 * 1024;

  private final Duration span;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("image-transfer-guard").factory());

  TransferGuard(Duration span) {
    this.span = span;
  }

  /** One transfer that is watched until it is closed. */
  final class Watched implements AutoCloseable {
    private final InputStream body;
    private final AtomicLong bytes = new AtomicLong();
    private final ScheduledFuture<?> check;
    private long before;
    private volatile boolean stalled;

    Watched(InputStream body) {
      this.body = body;
      this.check =
          timer.scheduleAtFixedRate(
              this::look, span.toNanos(), span.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void look() {
      long now = bytes.get();
      if (now - before < BYTES_MIN) {
        stalled = true;
        closeBody();
      }
      before = now;
    }

    private void closeBody() {
      try {
        body.close();
      } catch (IOException ignored) {
        // Whoever reads it is told.
      }
    }

    /** -1 at the end; an end that the guard made is none. */
    int read(byte[] target) throws IOException {
      try {
        int read = body.read(target);
        if (read > 0) {
          bytes.addAndGet(read);
        }
        if (read < 0 && stalled) {
          throw new IOException("closed");
        }
        return read;
      } catch (IOException failed) {
        if (stalled) {
          throw new StalledException(
              "less than " + BYTES_MIN + " bytes came within " + span.toMillis() + " ms", failed);
        }
        throw failed;
      }
    }

    /** All of a small document; of a larger one a byte more than that. */
    byte[] readUpTo(int bytesMax) throws IOException {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] buffer = new byte[BUFFER];
      for (int read = read(buffer); read >= 0; read = read(buffer)) {
        content.write(buffer, 0, Math.min(read, bytesMax + 1 - content.size()));
        if (content.size() > bytesMax) {
          break;
        }
      }
      return content.toByteArray();
    }

    @Override
    public void close() {
      check.cancel(false);
      closeBody();
    }
  }

  /** A transfer was ended since it made no progress. */
  static final class StalledException extends IOException {
    private static final long serialVersionUID = 1L;

    StalledException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  Watched watch(InputStream body) {
    return new Watched(body);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
