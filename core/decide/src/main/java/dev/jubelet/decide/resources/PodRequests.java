package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a pod asks for, by the Kubernetes rule. */
public final class PodRequests {
  private PodRequests() {}

  /** With overhead: what the node has to set aside. */
  public static Map<String, Quantity> of(Pod pod) {
    Map<String, Quantity> requests = new LinkedHashMap<>(withoutOverhead(pod));
    ResourceAmounts.add(requests, pod.spec().overhead());
    return Ordered.copyOf(requests);
  }

  public static Map<String, Quantity> withoutOverhead(Pod pod) {
    Map<String, Quantity> requests = new LinkedHashMap<>(ofContainers(pod));
    requests.putAll(PodLevelResources.requests(pod));
    return Ordered.copyOf(requests);
  }

  /** Of its containers only, whatever is said for the pod as a whole. */
  public static Map<String, Quantity> ofContainers(Pod pod) {
    return ContainerSums.of(pod, container -> container.resources().requests());
  }
}
