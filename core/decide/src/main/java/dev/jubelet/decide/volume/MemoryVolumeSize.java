package dev.jubelet.decide.volume;

import dev.jubelet.decide.resources.PodLimits;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much memory an emptyDir may hold: what all pods of the node have, or the pod's own limit, or
 * the volume's, whichever is least.
 */
public final class MemoryVolumeSize {
  private MemoryVolumeSize() {}

  /** Empty when nothing limits it, which leaves it to the kernel. */
  public static Optional<Quantity> of(
      Pod pod, @Nullable Quantity sizeLimit, Map<String, Quantity> allocatable) {
    Quantity podLimit =
        PodLimits.declared(pod, ResourceNames.MEMORY)
            ? PodLimits.of(pod).get(ResourceNames.MEMORY)
            : null;
    return least(least(positive(allocatable.get(ResourceNames.MEMORY)), podLimit), sizeLimit);
  }

  private static Optional<Quantity> least(Optional<Quantity> known, @Nullable Quantity other) {
    return known
        .map(limit -> positive(other).filter(o -> o.compareTo(limit) <= 0).orElse(limit))
        .or(() -> positive(other));
  }

  private static Optional<Quantity> positive(@Nullable Quantity amount) {
    return Optional.ofNullable(amount).filter(quantity -> quantity.signum() > 0);
  }
}
