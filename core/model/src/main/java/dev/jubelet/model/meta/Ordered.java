package dev.jubelet.model.meta;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Immutable map copies that keep their order, since order can reach a decision or a log line. A
 * copy of a copy is the copy itself, so that records can be rebuilt without paying for their maps
 * again.
 */
public final class Ordered {
  private Ordered() {}

  public static <K, V> Map<K, V> copyOf(Map<K, V> source) {
    if (source.isEmpty()) {
      return Map.of();
    }
    return source instanceof Fixed<K, V> ? source : new Fixed<>(new LinkedHashMap<>(source));
  }

  public static <K, V> Map<K, V> plus(Map<K, V> source, K key, V value) {
    Map<K, V> all = new LinkedHashMap<>(source);
    all.put(key, value);
    return new Fixed<>(all);
  }

  public static <K, V> Map<K, V> minus(Map<K, V> source, K key) {
    Map<K, V> left = new LinkedHashMap<>(source);
    left.remove(key);
    return copyOf(left);
  }

  public static <K, V> Map<K, V> keeping(Map<K, V> source, Set<K> keys) {
    Map<K, V> left = new LinkedHashMap<>(source);
    left.keySet().retainAll(keys);
    return copyOf(left);
  }

  private static final class Fixed<K, V> extends AbstractMap<K, V> {
    private final Map<K, V> entries;

    Fixed(Map<K, V> entries) {
      this.entries = Collections.unmodifiableMap(entries);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
      return entries.entrySet();
    }

    @Override
    public @Nullable V get(Object key) {
      return entries.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
      return entries.containsKey(key);
    }
  }
}
