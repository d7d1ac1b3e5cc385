package dev.jubelet.runtime.stream;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Keeps the beginning of what is written, and throws away what is beyond a bound or finds no
 * memory: whoever writes is never held up.
 */
final class BoundedOutput extends OutputStream {
  private static final int FIRST = 1024;

  private final MemoryBudget.Share memory;
  private int most;
  private byte[] kept = new byte[0];
  private int size;

  /**
   * @param memory may be shared with other outputs; whoever opened it closes it
   */
  BoundedOutput(int most, MemoryBudget.Share memory) {
    this.most = most;
    this.memory = memory;
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) {
    int wanted = Math.min(count, most - size);
    if (wanted > kept.length - size) {
      grow(size + wanted);
      wanted = Math.min(wanted, kept.length - size);
    }
    System.arraycopy(bytes, from, kept, size, wanted);
    size += wanted;
  }

  /** Also what is copied is there twice for a moment, and so counts twice. */
  private void grow(int needed) {
    int next = Math.min(most, Math.max(needed, Math.max(FIRST, 2 * kept.length)));
    try {
      take(next);
    } catch (OutsideFailure full) {
      most = kept.length;
      return;
    }
    int before = kept.length;
    kept = Arrays.copyOf(kept, next);
    giveBack(before);
  }

  private void take(int bytes) {
    synchronized (memory) {
      memory.take(bytes);
    }
  }

  private void giveBack(int bytes) {
    synchronized (memory) {
      memory.giveBack(bytes);
    }
  }

  /** At most so many bytes of it. Nothing more is kept from now on. */
  synchronized byte[] bytes(int wanted) {
    int count = Math.min(wanted, size);
    most = size;
    if (count < kept.length) {
      kept = Arrays.copyOf(kept, count);
      size = count;
      most = count;
    }
    return kept;
  }
}
