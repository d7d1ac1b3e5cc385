package dev.jubelet.decide.resources;

import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code spec.resources} says for the pod as a whole: cpu, memory and huge pages only. */
final class PodLevelResources {
  private PodLevelResources() {}

  static Map<String, Quantity> requests(Pod pod) {
    ResourceRequirements resources = pod.spec().resources();
    return resources == null ? Map.of() : supported(resources.requests());
  }

  static Map<String, Quantity> limits(Pod pod) {
    ResourceRequirements resources = pod.spec().resources();
    return resources == null ? Map.of() : supported(resources.limits());
  }

  private static Map<String, Quantity> supported(Map<String, Quantity> list) {
    Map<String, Quantity> kept = new LinkedHashMap<>();
    list.forEach((name, amount) -> {
      if (supports(name)) {
        kept.put(name, amount);
      }
    });
    return kept;
  }

  private static boolean supports(String name) {
    return name.equals(ResourceNames.CPU)
        || name.equals(ResourceNames.MEMORY)
        || ResourceNames.isHugepages(name);
  }
}
