package dev.jubelet.images.registry;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * HTTP clients, one for each host. Each has a thread and some descriptors, and whoever makes pods
 * chooses the names of hosts: so there are only a few of them, and those that nobody uses are
 * closed.
 */
final class RegistryClients implements AutoCloseable {
  static final int MOST = 16;
  static final Duration IDLE = Duration.ofMinutes(1);

  private final Function<RegistryHost, HttpClient> maker;
  private final int most;
  private final Duration patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /** The one that was used last is the last. */
  private final Map<RegistryHost, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private static final class Entry {
    private final HttpClient client;
    private int users;
    private long usedAt;

    Entry(HttpClient client) {
      this.client = client;
    }
  }

  /** A request to a host. */
  interface Request<T> {
    T send(HttpClient client) throws IOException, InterruptedException;
  }

  /**
   * @param patience how long a request waits while all clients are busy with other hosts
   */
  RegistryClients(Function<RegistryHost, HttpClient> maker, int most, Duration patience) {
    this.maker = maker;
    this.most = most;
    this.patience = patience;
  }

  <T> T use(RegistryHost host, Request<T> request) throws IOException, InterruptedException {
    Entry entry = acquire(host);
    try {
      return request.send(entry.client);
    } finally {
      release(entry);
    }
  }

  private Entry acquire(RegistryHost host) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (!entries.containsKey(host) && entries.size() >= most && !closeOne()) {
        if (left <= 0) {
          throw new OutsideFailure(
              FailureKind.EXHAUSTED,
              "too many other registries are asked now, so " + host + " waits");
        }
        left = released.awaitNanos(left);
      }
      Entry entry = entries.computeIfAbsent(host, each -> new Entry(maker.apply(each)));
      entry.users++;
      return entry;
    } finally {
      lock.unlock();
    }
  }

  private void release(Entry entry) {
    lock.lock();
    try {
      entry.users--;
      entry.usedAt = System.nanoTime();
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The one of those that nobody uses that was used first; answers that are read go on. */
  private boolean closeOne() {
    Iterator<Entry> oldest = entries.values().iterator();
    while (oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.users == 0) {
        oldest.remove();
        entry.client.shutdown();
        return true;
      }
    }
    return false;
  }

  /** Closes clients that nobody used for that long. */
  void closeIdle(Duration idle) {
    lock.lock();
    try {
      long now = System.nanoTime();
      entries
          .values()
          .removeIf(entry -> {
            boolean over = entry.users == 0 && now - entry.usedAt >= idle.toNanos();
            if (over) {
              entry.client.shutdown();
            }
            return over;
          });
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return entries.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      entries.values().forEach(entry -> entry.client.shutdownNow());
      entries.clear();
    } finally {
      lock.unlock();
    }
  }
}
