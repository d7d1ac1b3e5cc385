package dev.jubelet.runtime.stream;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Keeps the beginning of what is written, and throws away what is beyond a bound. */
final class BoundedOutput extends OutputStream {
  private int most;
  private ByteArrayOutputStream kept = new ByteArrayOutputStream();

  BoundedOutput(int most) {
    this.most = most;
  }

  @Override
  public synchronized void write(int value) {
    if (kept.size() < most) {
      kept.write(value);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) {
    kept.write(bytes, from, Math.max(0, Math.min(count, most - kept.size())));
  }

  /** What was kept; whatever still comes is thrown away, and nothing is kept for it. */
  synchronized byte[] seal() {
    byte[] all = kept.toByteArray();
    most = 0;
    kept = new ByteArrayOutputStream(0);
    return all;
  }

  synchronized byte[] bytes() {
    return kept.toByteArray();
  }
}
