package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a pod may use at most. A resource that it does not name has no limit. */
public final class PodLimits {
  private PodLimits() {}

  /** With overhead, which only widens a limit that there is. */
  public static Map<String, Quantity> of(Pod pod) {
    Map<String, Quantity> limits = new LinkedHashMap<>(withoutOverhead(pod));
    pod.spec()
        .overhead()
        .forEach((name, overhead) ->
            limits.computeIfPresent(
                name, (same, limit) -> limit.isZero() ? limit : limit.plus(overhead)));
    return Ordered.copyOf(limits);
  }

  public static Map<String, Quantity> withoutOverhead(Pod pod) {
    Map<String, Quantity> limits =
        new LinkedHashMap<>(ContainerSums.of(pod, container -> container.resources().limits()));
    limits.putAll(PodLevelResources.limits(pod));
    return Ordered.copyOf(limits);
  }

  /** Whether nothing in the pod may use the resource without limit. */
  public static boolean declared(Pod pod, String resource) {
    if (!ResourceAmounts.in(PodLevelResources.limits(pod), resource).isZero()) {
      return true;
    }
    boolean[] everywhere = {true};
    ContainerSums.of(
        pod,
        container -> container.resources().limits(),
        moment -> everywhere[0] &= !ResourceAmounts.in(moment, resource).isZero());
    return everywhere[0];
  }
}
