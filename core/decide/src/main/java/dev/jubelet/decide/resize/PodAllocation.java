package dev.jubelet.decide.resize;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a pod was given when it was let in or last resized. Whatever its source says since, this is
 * what counts against the node and what its containers get.
 *
 * @param pod of the pod as a whole, where its source says so
 * @param containers by name, init containers included
 */
public record PodAllocation(
    @Nullable ResourceRequirements pod, Map<String, ResourceRequirements> containers) {
  public PodAllocation {
    pod = pod == null ? null : plain(pod);
    Map<String, ResourceRequirements> all = new LinkedHashMap<>();
    containers.forEach((name, resources) -> all.put(name, plain(resources)));
    containers = Ordered.copyOf(all);
  }

  public static PodAllocation of(Pod pod) {
    Map<String, ResourceRequirements> containers = new LinkedHashMap<>();
    pod.spec().initAndMainContainers().forEach(c -> containers.put(c.name(), c.resources()));
    return new PodAllocation(pod.spec().resources(), containers);
  }

  /** The pod as its source wants it, except that it has what it was given. */
  public Pod over(Pod wanted) {
    if (of(wanted).equals(this)) {
      return wanted;
    }
    ResourceRequirements whole = wanted.spec().resources();
    return wanted.withSpec(
        wanted
            .spec()
            .resized(
                pod == null || whole == null ? pod : given(pod, whole),
                over(wanted.spec().initContainers()),
                over(wanted.spec().containers())));
  }

  private List<Container> over(List<Container> wanted) {
    return wanted.stream()
        .map(container -> {
          ResourceRequirements given = containers.get(container.name());
          return given == null
              ? container
              : container.withResources(given(given, container.resources()));
        })
        .toList();
  }

  public ContainerAmounts amounts(String container) {
    return ContainerAmounts.of(pod, containers.getOrDefault(container, NOTHING));
  }

  private static final ResourceRequirements NOTHING =
      new ResourceRequirements(Map.of(), Map.of(), List.of());

  private static ResourceRequirements given(ResourceRequirements amounts, ResourceRequirements as) {
    return new ResourceRequirements(amounts.limits(), amounts.requests(), as.claims());
  }

  /** Claims are no amounts. */
  private static ResourceRequirements plain(ResourceRequirements resources) {
    return new ResourceRequirements(resources.limits(), resources.requests(), List.of());
  }
}
