package dev.jubelet.sources;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What sources of manifests have in common: they start once, look again from time to time, and
 * deliver one list after the other.
 */
abstract class ManifestSource implements PodSource {
  final Journal journal;

  private final String name;
  private final NodeTime time;

  private @Nullable Consumer<Delivery> listener;
  private NodeTime.@Nullable Alarm alarm;
  private @Nullable List<Pod> delivered;
  private boolean closed;

  ManifestSource(String name, NodeTime time, Journal journal) {
    this.name = name;
    this.time = time;
    this.journal = journal;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized void start(Consumer<Delivery> newListener) {
    if (closed || listener != null) {
      throw new IllegalStateException("a source starts once");
    }
    listener = newListener;
    begin();
  }

  /** Begins to look, on a thread of its own. */
  abstract void begin();

  /** Does it after that time, which may be never. */
  final synchronized void again(Duration after, Runnable task) {
    if (!closed && after.isPositive()) {
      alarm = time.after(after, task);
    }
  }

  final synchronized boolean isClosed() {
    return closed;
  }

  /** What counts now: nothing before the first delivery. */
  final synchronized @Nullable List<Pod> delivered() {
    return delivered;
  }

  /**
   * Delivers what is news.
   *
   * @param pods null while the full list is not known: then people are told of the problems only
   */
  final synchronized void deliver(@Nullable List<Pod> pods, List<String> problems) {
    Consumer<Delivery> to = listener;
    if (closed || to == null) {
      return;
    }
    if (pods == null) {
      problems.forEach(problem -> journal.write(Journal.Level.ERROR, "ManifestProblem", problem));
    } else if (!problems.isEmpty() || !pods.equals(delivered)) {
      delivered = pods;
      to.accept(new Delivery(name, pods, problems));
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (alarm != null) {
        alarm.cancel();
      }
    }
  }
}
