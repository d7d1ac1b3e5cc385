package dev.jubelet.streaming.flow;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes between the event loop, which never waits, and a virtual thread that reads them. Its bound
 * is the connection's: {@link FlowConnection} stops reading while too much lies here.
 */
public final class InboundBuffer extends InputStream {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
  private final IntConsumer consumed;
  private int offset;
  private boolean finished;
  private boolean unwanted;
  private @Nullable IOException failure;

  InboundBuffer(IntConsumer consumed) {
    this.consumed = consumed;
  }

  /** Copies what can be read; says how many bytes now lie here because of it. */
  int offer(ByteBuf data) {
    int length = data.readableBytes();
    lock.lock();
    try {
      if (length == 0 || unwanted || finished || failure != null) {
        return 0;
      }
      byte[] copy = new byte[length];
      data.readBytes(copy);
      chunks.add(copy);
      changed.signalAll();
      return length;
    } finally {
      lock.unlock();
    }
  }

  public void finish() {
    lock.lock();
    try {
      finished = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** What came before is still read; a buffer that was finished stays so. */
  public void fail(IOException why) {
    lock.lock();
    try {
      if (!finished && failure == null) {
        failure = why;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody is going to read: whatever comes is dropped. */
  @Override
  public void close() {
    int dropped = 0;
    lock.lock();
    try {
      unwanted = true;
      for (byte[] chunk : chunks) {
        dropped += chunk.length;
      }
      dropped -= offset;
      offset = 0;
      chunks.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    consumed.accept(dropped);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count;
    lock.lock();
    try {
      // The connection's idle time is the deadline: it fails every buffer.
      while (chunks.isEmpty()) {
        if (finished) {
          return -1;
        }
        if (failure != null) {
          throw new IOException(failure.getMessage(), failure);
        }
        if (unwanted) {
          throw new IOException("the stream is closed");
        }
        changed.await();
      }
      byte[] chunk = chunks.getFirst();
      count = Math.min(length, chunk.length - offset);
      System.arraycopy(chunk, offset, target, start, count);
      offset += count;
      if (offset == chunk.length) {
        chunks.removeFirst();
        offset = 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading a stream");
    } finally {
      lock.unlock();
    }
    consumed.accept(count);
    return count;
  }
}
