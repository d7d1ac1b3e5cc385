package dev.jubelet.app.settings;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What pods may not have: the shares of the system and of Kubernetes, and what must stay free so
 * that nothing has to be evicted.
 */
public record Reservations(
    Map<String, Quantity> kube, Map<String, Quantity> system, Map<String, String> evictionHard) {
  /** Which resource a hard eviction threshold keeps from pods; Kubernetes knows only these two. */
  private static final Map<String, String> SIGNAL_OF =
      Map.of("memory", "memory.available", "ephemeral-storage", "nodefs.available");

  public Reservations {
    kube = Ordered.copyOf(kube);
    system = Ordered.copyOf(system);
    evictionHard = Ordered.copyOf(evictionHard);
  }

  /** Kubernetes: allocatable is capacity less all reservations, and never below zero. */
  public Map<String, Quantity> allocatable(Map<String, Quantity> capacity) {
    Map<String, Quantity> allocatable = new LinkedHashMap<>();
    capacity.forEach((resource, amount) -> {
      Quantity reserved =
          kube.getOrDefault(resource, Quantity.ZERO)
              .plus(system.getOrDefault(resource, Quantity.ZERO))
              .plus(keptFree(resource, amount));
      allocatable.put(
          resource, reserved.isZero() ? amount : amount.minus(reserved).max(Quantity.ZERO));
    });
    return Ordered.copyOf(allocatable);
  }

  private Quantity keptFree(String resource, Quantity capacity) {
    return Optional.ofNullable(SIGNAL_OF.get(resource))
        .map(evictionHard::get)
        .map(threshold -> EvictionThreshold.parse(threshold).of(capacity))
        .orElse(Quantity.ZERO);
  }
}
