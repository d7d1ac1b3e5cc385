package dev.jubelet.decide.status.container;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;

/**
 * What probes say of the running instances, by container name. A container that is not named here
 * has no verdict: without a probe it counts as ready and started as soon as it runs, with one not
 * before the verdict comes, unless this very instance was shown so before.
 */
public record Readiness(Map<String, Boolean> ready, Map<String, Boolean> started) {
  public static final Readiness NONE = new Readiness(Map.of(), Map.of());

  public Readiness {
    ready = Ordered.copyOf(ready);
    started = Ordered.copyOf(started);
  }
}
