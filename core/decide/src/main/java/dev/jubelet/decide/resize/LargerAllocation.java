package dev.jubelet.decide.resize;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The larger of two allocations, amount by amount. While a pod goes from one to the other, its
 * cgroup has room for both: it is raised before its containers are and lowered after them.
 */
final class LargerAllocation {
  private LargerAllocation() {}

  static PodAllocation of(PodAllocation before, PodAllocation now) {
    Map<String, ResourceRequirements> containers = new LinkedHashMap<>();
    now.containers()
        .forEach((name, resources) -> {
          ResourceRequirements old = before.containers().get(name);
          containers.put(name, old == null ? resources : of(old, resources));
        });
    return new PodAllocation(whole(before.pod(), now.pod()), containers);
  }

  /** A pod that has no limit of its own on one side is not limited as a whole. */
  private static @Nullable ResourceRequirements whole(
      @Nullable ResourceRequirements before, @Nullable ResourceRequirements now) {
    return before == null || now == null ? null : of(before, now);
  }

  private static ResourceRequirements of(ResourceRequirements before, ResourceRequirements now) {
    Map<String, Quantity> limits = new LinkedHashMap<>();
    // No limit is wider than any.
    now.limits()
        .forEach((name, limit) -> {
          Quantity old = before.limits().get(name);
          if (old != null) {
            limits.put(name, old.max(limit));
          }
        });
    Map<String, Quantity> requests = new LinkedHashMap<>(before.requests());
    now.requests().forEach((name, request) -> requests.merge(name, request, Quantity::max));
    return new ResourceRequirements(limits, requests, List.of());
  }
}
