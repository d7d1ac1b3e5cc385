package dev.jubelet.streaming.flow;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/** Cuts what is written into frames that fit; each waits until the connection takes it. */
public final class FlowOutput extends OutputStream {
  /** Small, since a client that reads slowly makes us hold a few of them. */
  public static final int FRAME = 16 << 10;

  private final Frames frames;
  private final AtomicBoolean closed = new AtomicBoolean();

  public FlowOutput(Frames frames) {
    this.frames = frames;
  }

  /** How a connection sends a flow's data. */
  public interface Frames {
    void data(byte[] bytes, int start, int length) throws IOException;

    void end() throws IOException;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int start, int length) throws IOException {
    for (int done = 0; done < length; ) {
      if (closed.get()) {
        throw new IOException("the stream is closed");
      }
      int count = Math.min(FRAME, length - done);
      frames.data(bytes, start + done, count);
      done += count;
    }
  }

  /** Nothing more may be written, and nothing more is said about it. */
  public boolean shut() {
    return closed.compareAndSet(false, true);
  }

  @Override
  public void close() throws IOException {
    if (shut()) {
      frames.end();
    }
  }
}
