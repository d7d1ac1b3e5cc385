package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.RetryDelay;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Something that is asked for again and again, each time by a thread of its own. */
abstract class PolledObject<T> implements WatchedObjects.Followed {
  final ApiContext context;
  final CachedObject<T> cached;
  final RetryDelay retry;

  private final String name;
  private final ObjectReference changed;
  private final Consumer<ObjectReference> told;
  private NodeTime.@Nullable Alarm alarm;
  private volatile boolean closed;

  /**
   * @param name of the threads
   * @param changed what to tell others when something else is known
   */
  PolledObject(
      String name,
      ApiContext context,
      Duration patience,
      ObjectReference changed,
      Consumer<ObjectReference> told) {
    this.name = name;
    this.context = context;
    this.cached = new CachedObject<>(patience);
    this.changed = changed;
    this.told = told;
    this.retry = new RetryDelay(context.jitter());
  }

  /** Asks once and says how long to wait until the next time; empty when all is known. */
  abstract Optional<Duration> look();

  @Override
  public void start() {
    Thread.ofVirtual().name(name).start(this::run);
  }

  private void run() {
    synchronized (this) {
      alarm = null;
      if (closed) {
        return;
      }
    }
    look().ifPresent(this::wakeAfter);
  }

  private synchronized void wakeAfter(Duration delay) {
    if (!closed) {
      alarm = context.time().after(delay, this::start);
    }
  }

  void learn(@Nullable T now) {
    if (cached.is(now) && !closed) {
      told.accept(changed);
    }
  }

  Duration afterFailure() {
    return retry.afterFailure(context.time().now());
  }

  /** Does not wait longer than this, if it waits. */
  void hurry(Duration delay) {
    retry.forget();
    synchronized (this) {
      if (alarm != null) {
        alarm.cancel();
        wakeAfter(delay);
      }
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
