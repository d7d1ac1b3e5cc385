package dev.jubelet.model.meta;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Immutable map copies that keep their order, since order can reach a decision or a log line. */
public final class Ordered {
  private Ordered() {}

  public static <K, V> Map<K, V> copyOf(Map<K, V> source) {
    return source.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(source));
  }
}
