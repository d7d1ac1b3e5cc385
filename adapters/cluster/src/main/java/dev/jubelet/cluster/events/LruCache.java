package dev.jubelet.cluster.events;

import java.util.LinkedHashMap;
import java.util.Map;

/** The entries that were used last; the others are forgotten. */
final class LruCache<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  LruCache(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
