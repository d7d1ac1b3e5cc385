package dev.jubelet.linux.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps the beginning of a stream, and reads the rest all the same, so that its writer can end. */
final class BoundedReader implements Runnable {
  private final InputStream stream;
  private final int max;
  private final Runnable whenCut;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CountDownLatch finished = new CountDownLatch(1);
  private boolean cut;

  BoundedReader(InputStream stream, int max, Runnable whenCut) {
    this.stream = stream;
    this.max = max;
    this.whenCut = whenCut;
  }

  @Override
  public void run() {
    byte[] buffer = new byte[8192];
    try (stream) {
      for (int size = stream.read(buffer); size >= 0; size = stream.read(buffer)) {
        if (keep(buffer, size)) {
          whenCut.run();
        }
      }
    } catch (IOException ended) {
      // It was killed; what it wrote before counts.
    } finally {
      finished.countDown();
    }
  }

  /** Whether this was too much for the first time. */
  private synchronized boolean keep(byte[] buffer, int size) {
    int fits = Math.min(size, max - kept.size());
    kept.write(buffer, 0, fits);
    boolean first = fits < size && !cut;
    cut |= fits < size;
    return first;
  }

  /** What came until the stream ended, or until then. */
  ProcessOutput output(long endNanos) throws InterruptedException {
    boolean whole = finished.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    synchronized (this) {
      return new ProcessOutput(
          kept.toString(StandardCharsets.UTF_8),
          cut
              ? ProcessOutput.End.CUT
              : whole ? ProcessOutput.End.COMPLETE : ProcessOutput.End.HELD_OPEN);
    }
  }
}
