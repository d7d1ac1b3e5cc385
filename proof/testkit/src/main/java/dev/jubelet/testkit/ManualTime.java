package dev.jubelet.testkit;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Time that stands still until it is moved. Tasks run on the stack of whoever moves it, in the
 * order of their instants, and of their setting where those are equal.
 */
public final class ManualTime implements NodeTime {
  public static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");

  private record Task(Instant at, long sequence, Runnable work) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  private final TreeSet<Task> tasks = new TreeSet<>();
  private Instant now;
  private Duration wallAhead = Duration.ZERO;
  private long sequence;

  public ManualTime() {
    this(DAWN);
  }

  public ManualTime(Instant start) {
    now = start;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized Instant wall() {
    return now.plus(wallAhead);
  }

  /** Somebody sets the machine's clock; {@link #now} does not notice. */
  public synchronized void setWall(Instant wall) {
    wallAhead = Duration.between(now, wall);
  }

  @Override
  public Alarm after(Duration delay, Runnable task) {
    synchronized (this) {
      Task waiting =
          new Task(now.plus(delay.isNegative() ? Duration.ZERO : delay), sequence++, task);
      tasks.add(waiting);
      return () -> cancel(waiting);
    }
  }

  private synchronized void cancel(Task task) {
    tasks.remove(task);
  }

  /** When the next task is due. */
  public synchronized Optional<Instant> nextDue() {
    return tasks.isEmpty() ? Optional.empty() : Optional.of(tasks.first().at());
  }

  public synchronized int pending() {
    return tasks.size();
  }

  /** Goes to the next task and runs it; false when there is none. */
  public boolean runNext() {
    Task next;
    synchronized (this) {
      next = tasks.pollFirst();
      if (next == null) {
        return false;
      }
      if (next.at().isAfter(now)) {
        now = next.at();
      }
    }
    next.work().run();
    return true;
  }

  /** Runs what is due without moving on. */
  public void runDue() {
    advanceTo(now());
  }

  public void advance(Duration duration) {
    advanceTo(now().plus(duration));
  }

  /** Runs everything that is due until then, also what those tasks set, and ends there. */
  public void advanceTo(Instant target) {
    while (nextDue().filter(at -> !at.isAfter(target)).isPresent()) {
      runNext();
    }
    synchronized (this) {
      if (target.isAfter(now)) {
        now = target;
      }
    }
  }

  /** A crash of our process: nothing of what it had set will run. */
  public synchronized void forgetAll() {
    tasks.clear();
  }
}
