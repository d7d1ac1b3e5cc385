package dev.jubelet.images.registry;

import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private static final int CHUNK = 16 * 1024;

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
      return read(target, 0, target.length);
    }

    private int read(byte[] target, int from, int length) throws IOException {
      try {
        int read = body.read(target, from, length);
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

    /**
     * All of a document, which the share pays for as it comes. What is held while it is put
     * together counts, too.
     *
     * @throws dev.jubelet.ports.OutsideFailure EXHAUSTED when there is no memory for it within the
     *     patience
     */
    byte[] readAll(int bytesMax, MemoryBudget.Share share, Duration patience) throws IOException {
      List<byte[]> chunks = new ArrayList<>();
      int size = 0;
      int filled = CHUNK;
      long before = share.held();
      boolean whole = false;
      try {
        while (true) {
          if (filled == CHUNK) {
            share.take(2L * CHUNK, patience);
            chunks.add(new byte[CHUNK]);
            filled = 0;
          }
          int read = read(chunks.getLast(), filled, CHUNK - filled);
          if (read < 0) {
            break;
          }
          filled += read;
          size += read;
          if (size > bytesMax) {
            throw Documents.wrong("a document has more than " + bytesMax + " bytes");
          }
        }
        byte[] content = new byte[size];
        for (int i = 0; i < chunks.size(); i++) {
          System.arraycopy(chunks.get(i), 0, content, i * CHUNK, Math.min(CHUNK, size - i * CHUNK));
        }
        whole = true;
        return content;
      } finally {
        share.giveBack(share.held() - before - (whole ? size : 0));
      }
    }

    /** The bytes as they come, for a reader that keeps few of them. Closing it does nothing. */
    InputStream stream(int bytesMax) {
      return new InputStream() {
        private int left = bytesMax;

        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
          int read = Watched.this.read(target, from, length);
          left -= Math.max(0, read);
          if (left < 0) {
            throw Documents.wrong("a document has more than " + bytesMax + " bytes");
          }
          return read;
        }
      };
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

  /** Does something short again and again, until this is closed. */
  void repeat(Runnable task, Duration every) {
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(task, every.toNanos(), every.toNanos(), TimeUnit.NANOSECONDS);
  }

  Watched watch(InputStream body) {
    return new Watched(body);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
