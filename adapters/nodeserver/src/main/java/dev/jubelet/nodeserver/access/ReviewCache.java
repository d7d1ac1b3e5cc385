package dev.jubelet.nodeserver.access;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Remembers what somebody else said, which stays true for a while; the answer not asked for longest
 * goes first.
 */
final class ReviewCache<K, V> {
  private record Entry<V>(V value, Instant until) {}

  private final int bound;
  private final ReviewSemaphore semaphore;
  private final Supplier<Instant> now;
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  ReviewCache(int bound, ReviewSemaphore semaphore, Supplier<Instant> now) {
    this.bound = bound;
    this.semaphore = semaphore;
    this.now = now;
  }

  /**
   * Asks what is not remembered; a failure is never remembered.
   *
   * @param believed for how long an answer is true
   */
  V get(K key, Supplier<V> question, Function<V, Duration> believed) {
    return find(key)
        .orElseGet(() ->
            semaphore.take(() ->
                find(key)
                    .orElseGet(() -> {
                      V answer = question.get();
                      keep(key, answer, believed.apply(answer));
                      return answer;
                    })));
  }

  private synchronized Optional<V> find(K key) {
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

  private synchronized void keep(K key, V value, Duration time) {
    if (time.isZero() || time.isNegative()) {
      return;
    }
    entries.put(key, new Entry<>(value, now.get().plus(time)));
    if (entries.size() > bound) {
      entries.remove(entries.keySet().iterator().next());
    }
  }
}
