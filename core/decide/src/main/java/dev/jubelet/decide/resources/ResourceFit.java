package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.Map;

/** One resource of the node: what a pod asks for, what others have asked for, and what there is. */
public record ResourceFit(String resource, long requested, long used, long capacity) {

  public static ResourceFit of(String resource, Pod pod, List<Pod> others, NodeFacts node) {
    return of(resource, PodRequests.of(pod), others.stream().map(PodRequests::of).toList(), node);
  }

  /** By what the pod and the others ask for. */
  public static ResourceFit of(
      String resource,
      Map<String, Quantity> wanted,
      List<Map<String, Quantity>> taken,
      NodeFacts node) {
    return new ResourceFit(
        resource,
        amount(wanted, resource),
        taken.stream().mapToLong(each -> amount(each, resource)).reduce(0, ResourceFit::plus),
        amount(node.allocatable(), resource));
  }

  public boolean fits() {
    return requested <= 0 || requested <= capacity - used;
  }

  /** In the words of the scheduler's predicate. */
  public String outOf() {
    return "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
        .formatted(resource, requested, used, capacity);
  }

  private static long amount(Map<String, Quantity> list, String resource) {
    Quantity quantity = list.getOrDefault(resource, Quantity.ZERO);
    return resource.equals(ResourceNames.CPU) ? quantity.milliValue() : quantity.value();
  }

  private static long plus(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
