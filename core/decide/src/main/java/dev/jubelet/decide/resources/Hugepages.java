package dev.jubelet.decide.resources;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Limits of huge pages, by page size as the kernel names it in cgroups ({@code 2MB}). */
final class Hugepages {
  private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB", "PB");

  private Hugepages() {}

  /** Every size of the machine has a limit, and it is zero unless more is asked for. */
  static Map<String, Long> ofContainer(Pod pod, Container container, List<String> sizes) {
    Map<String, Long> wanted = new LinkedHashMap<>(ofList(PodLevelResources.limits(pod)));
    wanted.putAll(ofList(container.resources().limits()));
    Map<String, Long> limits = new LinkedHashMap<>();
    for (String size : sizes) {
      limits.put(size, wanted.getOrDefault(size, 0L));
    }
    return limits;
  }

  static Map<String, Long> ofList(Map<String, Quantity> list) {
    Map<String, Long> limits = new LinkedHashMap<>();
    list.forEach((name, amount) -> {
      if (ResourceNames.isHugepages(name)) {
        pageSize(name).ifPresent(size -> limits.merge(size, amount.value(), Long::sum));
      }
    });
    return limits;
  }

  private static Optional<String> pageSize(String resource) {
    String text = resource.substring(ResourceNames.HUGEPAGES_PREFIX.length());
    try {
      return kernelName(Quantity.parse(text).value());
    } catch (IllegalArgumentException notASize) {
      // Kubernetes ignores a huge page resource whose size it cannot read.
      return Optional.empty();
    }
  }

  private static Optional<String> kernelName(long bytes) {
    long size = bytes;
    int unit = 0;
    while (size != 0 && size % 1024 == 0 && unit < UNITS.size() - 1) {
      size /= 1024;
      unit++;
    }
    return size == 0 || size > 1024 ? Optional.empty() : Optional.of(size + UNITS.get(unit));
  }
}
