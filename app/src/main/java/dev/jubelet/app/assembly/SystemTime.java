package dev.jubelet.app.assembly;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine's clocks. {@code now} begins at the wall clock and then follows the monotonic one.
 * Alarms ring on one thread, which hands each task to a virtual thread and so is never late because
 * of a slow one.
 */
public final class SystemTime implements NodeTime, AutoCloseable {
  private static final Alarm NEVER = () -> {};

  private final Instant startedAt = Instant.now();
  private final long startedNanos = System.nanoTime();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("alarms").factory());
  private final BugReport bugs;

  public SystemTime(BugReport bugs) {
    this.bugs = bugs;
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Instant now() {
    return startedAt.plusNanos(System.nanoTime() - startedNanos);
  }

  @Override
  public Instant wall() {
    return Instant.now();
  }

  /** After {@link #close} nothing rings any more. */
  @Override
  public Alarm after(Duration delay, Runnable task) {
    try {
      Future<?> pending =
          timer.schedule(
              () -> {
                var _ = Thread.ofVirtual().name("alarm").start(bugs.around("an alarm", task));
              },
              Math.max(0, delay.toNanos()),
              TimeUnit.NANOSECONDS);
      return () -> pending.cancel(false);
    } catch (RejectedExecutionException closed) {
      return NEVER;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  int pending() {
    return timer.getQueue().size();
  }
}
