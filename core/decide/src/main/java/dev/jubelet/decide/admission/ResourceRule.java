package dev.jubelet.decide.admission;

import dev.jubelet.decide.resources.PodRequests;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What a pod asks for must fit into what the node can give and nobody else has asked for. */
public final class ResourceRule implements AdmissionRule {
  private static final String PODS = "pods";

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    long podsMax = amount(node.allocatable(), PODS);
    if (admitted.size() + 1 > podsMax) {
      return outOf(PODS, 1, admitted.size(), podsMax);
    }
    Map<String, Quantity> wanted = PodRequests.of(candidate);
    List<Map<String, Quantity>> taken = admitted.stream().map(PodRequests::of).toList();
    for (String resource : inOrder(wanted, node)) {
      long requested = amount(wanted, resource);
      long used = taken.stream().mapToLong(t -> amount(t, resource)).reduce(0, ResourceRule::plus);
      long capacity = amount(node.allocatable(), resource);
      if (requested > 0 && requested > capacity - used) {
        return outOf(resource, requested, used, capacity);
      }
    }
    return AdmissionVerdict.ADMITTED;
  }

  /** The native ones first, as the scheduler looks at them; of the rest Kubernetes has no order. */
  private static List<String> inOrder(Map<String, Quantity> wanted, NodeFacts node) {
    List<String> names = new ArrayList<>();
    names.add(ResourceNames.CPU);
    names.add(ResourceNames.MEMORY);
    names.add(ResourceNames.EPHEMERAL_STORAGE);
    for (String name : new TreeSet<>(wanted.keySet())) {
      if (counts(name, node)) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * Kubernetes: an extended resource that the node does not know belongs to the cluster. Other
   * names without a domain mean nothing.
   */
  private static boolean counts(String name, NodeFacts node) {
    if (ResourceNames.isHugepages(name)) {
      return true;
    }
    boolean domain = name.indexOf('/') >= 0;
    boolean extended = domain && !name.contains("kubernetes.io/");
    return extended ? node.allocatable().containsKey(name) : domain;
  }

  private static long amount(Map<String, Quantity> list, String resource) {
    Quantity quantity = list.getOrDefault(resource, Quantity.ZERO);
    return resource.equals(ResourceNames.CPU) ? quantity.milliValue() : quantity.value();
  }

  private static long plus(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static AdmissionVerdict outOf(String resource, long requested, long used, long capacity) {
    return new AdmissionVerdict.Rejected(
        "OutOf" + resource,
        "Node didn't have enough resource: "
            + resource
            + ", requested: "
            + requested
            + ", used: "
            + used
            + ", capacity: "
            + capacity);
  }
}
