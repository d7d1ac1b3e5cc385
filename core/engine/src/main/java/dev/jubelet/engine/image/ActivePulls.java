package dev.jubelet.engine.image;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Which images are being pulled, for people who wait for them. */
public final class ActivePulls {
  private final Map<String, Instant> underWay = new ConcurrentHashMap<>();

  <T> T during(String image, Instant since, Supplier<T> pull) {
    boolean first = underWay.putIfAbsent(image, since) == null;
    try {
      return pull.get();
    } finally {
      if (first) {
        underWay.remove(image);
      }
    }
  }

  /** Since when an image, as its pod names it, is being pulled or waits for its turn. */
  public Optional<Instant> since(String image) {
    return Optional.ofNullable(underWay.get(image));
  }
}
