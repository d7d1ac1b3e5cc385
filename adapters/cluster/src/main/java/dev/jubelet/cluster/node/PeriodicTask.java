package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.RetryDelay;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task that is done again and again, never twice at a time: when its time has come, sooner when
 * somebody asks, later when it failed. A failure is told once, and so is its end.
 */
public final class PeriodicTask implements AutoCloseable {
  /** Does it; the answer is when to do it again. It may fail with {@link ApiFailure}. */
  public interface Task {
    Duration perform();
  }

  /** How it went: when to go again, and why it failed if it did. */
  private record Trip(Duration again, @Nullable ApiFailure failure) {}

  private final String name;
  private final ApiContext context;
  private final Duration longestPause;
  private final Task task;
  private final RetryDelay delay;

  private boolean closed;
  private boolean busy;
  private boolean again;
  private boolean paused;
  private boolean troubled;
  private NodeTime.@Nullable Alarm alarm;

  public PeriodicTask(String name, ApiContext context, Duration longestPause, Task task) {
    this.name = name;
    this.context = context;
    this.longestPause = longestPause;
    this.task = task;
    this.delay = new RetryDelay(context.jitter());
  }

  /** As soon as can be, though a pause after a failure is kept. */
  public void soon() {
    synchronized (this) {
      if (closed || paused) {
        return;
      }
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      cancel();
    }
    context.effects().run(name, this::trip, this::back);
  }

  /** What made it fail may be over, and if it is not, then not for long. */
  public void retryNow() {
    delay.forget();
    resume();
  }

  private void resume() {
    synchronized (this) {
      paused = false;
    }
    soon();
  }

  @Override
  public synchronized void close() {
    closed = true;
    cancel();
  }

  private Trip trip() {
    try {
      return new Trip(task.perform(), null);
    } catch (ApiFailure failure) {
      return new Trip(Duration.ZERO, failure);
    }
  }

  private void back(Trip trip) {
    boolean atOnce;
    synchronized (this) {
      busy = false;
      ApiFailure failure = trip.failure();
      Duration wait = failure == null ? trip.again() : pause(failure);
      paused = failure != null;
      atOnce = again && !paused;
      again = false;
      if (failure == null) {
        delay.forget();
      }
      if (!closed && !atOnce) {
        alarm = context.time().after(wait, this::resume);
      }
    }
    tell(trip.failure());
    if (atOnce) {
      soon();
    }
  }

  private Duration pause(ApiFailure failure) {
    Duration own = delay.afterFailure(context.time().now());
    Duration capped = own.compareTo(longestPause) > 0 ? longestPause : own;
    return failure.retryAfter().filter(asked -> asked.compareTo(capped) > 0).orElse(capped);
  }

  private void tell(@Nullable ApiFailure failure) {
    boolean trouble = failure != null;
    boolean news;
    synchronized (this) {
      news = trouble != troubled && !closed;
      troubled = trouble;
    }
    if (news) {
      context
          .journal()
          .write(
              trouble ? Journal.Level.WARNING : Journal.Level.NORMAL,
              trouble ? "FailedReport" : "Reported",
              failure == null
                  ? name + ": it works again"
                  : name
                      + ": "
                      + Objects.requireNonNullElse(failure.getMessage(), failure.reason()));
    }
  }

  private void cancel() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}
