package dev.jubelet.cluster.objects;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is asked for again and again, each time by a thread of its own. */
final class PollingTask implements AutoCloseable {
  private final String name;
  private final NodeTime time;
  private final Supplier<Optional<Duration>> step;
  private NodeTime.@Nullable Alarm alarm;
  private boolean closed;

  /**
   * @param step asks once and says how long to wait until the next time; empty when all is known
   */
  PollingTask(String name, NodeTime time, Supplier<Optional<Duration>> step) {
    this.name = name;
    this.time = time;
    this.step = step;
  }

  void start() {
    Thread.ofVirtual().name(name).start(this::run);
  }

  private void run() {
    synchronized (this) {
      alarm = null;
      if (closed) {
        return;
      }
    }
    step.get().ifPresent(this::wakeAfter);
  }

  private synchronized void wakeAfter(Duration delay) {
    if (!closed) {
      alarm = time.after(delay, this::start);
    }
  }

  /** Does not wait longer than this, if it waits. */
  synchronized void hurry(Duration delay) {
    if (alarm != null) {
      alarm.cancel();
      wakeAfter(delay);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
