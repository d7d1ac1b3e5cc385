package dev.jubelet.nodeserver.access;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers that stay true for a while; the one not asked for longest goes first. */
final class ExpiringCache<K, V> {
  private record Entry<V>(V value, Instant until) {}

  private final int bound;
  private final Supplier<Instant> now;
  private final Map<K, Entry<V>> entries;

  ExpiringCache(int bound, Supplier<Instant> now) {
    this.bound = bound;
    this.now = now;
    this.entries = new LinkedHashMap<>(16, 0.75f, true);
  }

  synchronized Optional<V> find(K key) {
    Entry<V> entry = entries.get(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (!now.get().isBefore(entry.until())) {
      entries.remove(key);
      return Optional.empty();
    }
    return Optional.of(entry.value());
  }

  synchronized void keep(K key, V value, Duration time) {
    if (time.isZero() || time.isNegative()) {
      return;
    }
    entries.put(key, new Entry<>(value, now.get().plus(time)));
    if (entries.size() > bound) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
