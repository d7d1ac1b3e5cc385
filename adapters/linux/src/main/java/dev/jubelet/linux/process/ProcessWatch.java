package dev.jubelet.linux.process;

import dev.jubelet.linux.kernel.Kernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells the ends of processes that are nobody's children here, at once: one thread waits for all of
 * them, on a descriptor each. The JDK has a thread for each and looks twice a second.
 */
public final class ProcessWatch implements AutoCloseable {
  private static final int COUNTER_SIZE = 8;

  private final int wake = Kernel.eventfd();
  private final Map<Integer, Runnable> followed = new HashMap<>();
  private @Nullable Thread thread;
  private boolean closed;

  /**
   * @param ended is called once, on a thread of its own, also when the process is gone already; not
   *     after {@link #close}
   * @throws LinuxException when the kernel gives no descriptor
   */
  public synchronized void follow(ProcessIdentity process, Runnable ended) {
    if (closed) {
      return;
    }
    int held = process.hold();
    if (held < 0) {
      tell(ended);
      return;
    }
    followed.put(held, ended);
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("processes").start(this::watch);
    }
    Kernel.signalEvent(wake);
  }

  private void watch() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment counter = arena.allocate(COUNTER_SIZE, COUNTER_SIZE);
      for (int[] held = held(); held.length > 0; held = held()) {
        int ready = Kernel.pollReadable(-1, held);
        if (ready == wake) {
          Kernel.read(wake, counter);
        } else {
          ended(ready);
        }
      }
    }
  }

  /** What to wait for; nothing after the end, when all of it has been given back. */
  private synchronized int[] held() {
    if (closed) {
      followed.keySet().forEach(Kernel::close);
      followed.clear();
      Kernel.close(wake);
      return new int[0];
    }
    int[] all = new int[followed.size() + 1];
    all[0] = wake;
    int next = 1;
    for (int each : followed.keySet()) {
      all[next++] = each;
    }
    return all;
  }

  private synchronized void ended(int held) {
    Runnable listener = followed.remove(held);
    if (listener != null) {
      Kernel.close(held);
      if (!closed) {
        tell(listener);
      }
    }
  }

  private static void tell(Runnable ended) {
    Thread _ = Thread.ofVirtual().name("process-end").start(ended);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (thread == null) {
      Kernel.close(wake);
    } else {
      Kernel.signalEvent(wake);
    }
  }
}
