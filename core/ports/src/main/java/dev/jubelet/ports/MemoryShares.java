package dev.jubelet.ports;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What each of many objects holds of a budget, so that a new version gets what the old one had. */
public final class MemoryShares<K> {
  private final MemoryBudget budget;
  private final Map<K, MemoryBudget.Share> shares = new LinkedHashMap<>();
  private boolean closed;

  public MemoryShares(MemoryBudget budget) {
    this.budget = budget;
  }

  /** For an object of which it is not known yet whose it is. */
  public MemoryBudget.Share unnamed() {
    return budget.open();
  }

  /** What an object holds, so far nothing if it is new. */
  public synchronized MemoryBudget.Share of(K key) {
    return shares.computeIfAbsent(key, _ -> budget.open());
  }

  /** An object takes so much from now on, or fails and holds what it held. */
  public synchronized void resize(K key, long bytes) {
    MemoryBudget.Share share = of(key);
    long more = bytes - share.held();
    if (more > 0) {
      share.take(more);
    } else {
      share.giveBack(-more);
    }
  }

  /** Only these are there any more: what others held is free. */
  public synchronized void retain(Set<K> there) {
    shares.forEach((key, share) -> {
      if (!there.contains(key)) {
        share.close();
      }
    });
    shares.keySet().retainAll(there);
  }

  public synchronized void forget(K key) {
    MemoryBudget.Share share = shares.remove(key);
    if (share != null) {
      share.close();
    }
  }

  /** Nothing holds anything any more, also what is still being read. */
  public void close() {
    synchronized (this) {
      closed = true;
    }
    retain(Set.of());
  }

  /** An object has been read: nobody wants it any more if this was closed meanwhile. */
  public synchronized void read() {
    if (closed) {
      retain(Set.of());
    }
  }
}
