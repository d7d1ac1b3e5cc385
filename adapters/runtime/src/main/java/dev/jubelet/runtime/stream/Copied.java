package dev.jubelet.runtime.stream;

import java.io.IOException;
import java.io.OutputStream;

/** Writes to one, and to another beside it which never fails. */
final class Copied extends OutputStream {
  private final OutputStream to;
  private final BoundedOutput beside;

  Copied(OutputStream to, BoundedOutput beside) {
    this.to = to;
    this.beside = beside;
  }

  @Override
  public void write(int value) throws IOException {
    beside.write(value);
    to.write(value);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    beside.write(bytes, from, count);
    to.write(bytes, from, count);
  }

  @Override
  public void flush() throws IOException {
    to.flush();
  }
}
