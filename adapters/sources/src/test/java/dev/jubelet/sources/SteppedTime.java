package dev.jubelet.sources;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Time that stands still until the test rings the next alarm. */
final class SteppedTime implements NodeTime {
  private volatile Instant now = Instant.parse("2030-01-01T00:00:00.5Z");
  private final BlockingQueue<Runnable> alarms = new LinkedBlockingQueue<>();

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Instant wall() {
    return now;
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    alarms.add(task);
    return () -> alarms.remove(task);
  }

  void ring() throws InterruptedException {
    Runnable task = alarms.poll(60, TimeUnit.SECONDS);
    if (task == null) {
      throw new AssertionError("no alarm is set");
    }
    now = now.plusSeconds(20);
    task.run();
  }

  /** Waits until the work after the last ring is done: it ends with the next alarm. */
  void waitForAlarm() throws InterruptedException {
    Runnable task = alarms.poll(60, TimeUnit.SECONDS);
    if (task == null) {
      throw new AssertionError("no alarm is set");
    }
    alarms.add(task);
  }

  boolean hasAlarm() {
    return !alarms.isEmpty();
  }
}
