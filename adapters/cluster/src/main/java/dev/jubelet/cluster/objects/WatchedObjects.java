package dev.jubelet.cluster.objects;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is followed, each for as long as somebody needs it. */
final class WatchedObjects<K, F extends WatchedObjects.Followed> {
  /** Each has a watch with its buffers; a hundred and ten pods need fewer. */
  static final int MAX = 750;

  private final Map<K, F> followed = new LinkedHashMap<>();
  private final Function<K, F> make;
  private boolean closed;

  /** Begins and ends without waiting for anything. */
  interface Followed {
    void start();

    void close();
  }

  WatchedObjects(Function<K, F> make) {
    this.make = make;
  }

  /**
   * @param certain whether nobody needs anything else
   */
  synchronized void need(Set<K> needed, boolean certain) {
    if (closed) {
      return;
    }
    if (certain) {
      followed.forEach((key, each) -> {
        if (!needed.contains(key)) {
          each.close();
        }
      });
      followed.keySet().retainAll(needed);
    }
    needed.forEach(key -> {
      if (followed.containsKey(key) || followed.size() < MAX) {
        followed.computeIfAbsent(key, this::begun);
      }
    });
  }

  /** Whether others have to go before another one can be followed. */
  synchronized boolean isFull() {
    return followed.size() >= MAX;
  }

  private F begun(K key) {
    F each = make.apply(key);
    each.start();
    return each;
  }

  synchronized @Nullable F get(K key) {
    return followed.get(key);
  }

  synchronized List<F> all() {
    return List.copyOf(followed.values());
  }

  synchronized void close() {
    closed = true;
    followed.values().forEach(Followed::close);
    followed.clear();
  }
}
