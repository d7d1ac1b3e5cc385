package dev.jubelet.cluster.objects;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is followed, each for as long as somebody needs it. */
final class WatchedObjects<K, F extends AutoCloseable> {
  private final Map<K, F> followed = new LinkedHashMap<>();
  private final Function<K, F> begin;
  private boolean closed;

  /**
   * @param begin begins to follow one, without waiting for anything
   */
  WatchedObjects(Function<K, F> begin) {
    this.begin = begin;
  }

  /**
   * @param certain whether nobody needs anything else
   */
  synchronized void need(Set<K> needed, boolean certain) {
    if (closed) {
      return;
    }
    if (certain) {
      Set<K> left = new LinkedHashSet<>(followed.keySet());
      left.removeAll(needed);
      left.forEach(key -> end(followed.remove(key)));
    }
    needed.forEach(key -> followed.computeIfAbsent(key, begin));
  }

  synchronized @Nullable F get(K key) {
    return followed.get(key);
  }

  synchronized List<F> all() {
    return List.copyOf(followed.values());
  }

  synchronized void close() {
    closed = true;
    followed.values().forEach(WatchedObjects::end);
    followed.clear();
  }

  private static void end(@Nullable AutoCloseable each) {
    try {
      if (each != null) {
        each.close();
      }
    } catch (Exception impossible) {
      throw new IllegalStateException("ending a watch takes nothing", impossible);
    }
  }
}
