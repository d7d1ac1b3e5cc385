package dev.jubelet.runtime.stream;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Keeps the beginning of what is written, and throws away what is beyond a bound. */
final class BoundedOutput extends OutputStream {
  private final int most;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

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
    kept.write(bytes, from, Math.min(count, most - kept.size()));
  }

  synchronized byte[] bytes() {
    return kept.toByteArray();
  }
}
