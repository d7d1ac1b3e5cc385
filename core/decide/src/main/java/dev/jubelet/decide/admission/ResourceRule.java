package dev.jubelet.decide.admission;

import dev.jubelet.decide.resources.PodRequests;
import dev.jubelet.decide.resources.ResourceFit;
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
    long podsMax = node.allocatable().getOrDefault(PODS, Quantity.ZERO).value();
    if (admitted.size() + 1 > podsMax) {
      return outOf(new ResourceFit(PODS, 1, admitted.size(), podsMax));
    }
    Map<String, Quantity> wanted = PodRequests.of(candidate);
    List<Map<String, Quantity>> taken = admitted.stream().map(PodRequests::of).toList();
    for (String resource : inOrder(wanted, node)) {
      ResourceFit fit = ResourceFit.of(resource, wanted, taken, node);
      if (!fit.fits()) {
        return outOf(fit);
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

  private static AdmissionVerdict outOf(ResourceFit fit) {
    return new AdmissionVerdict.Rejected("OutOf" + fit.resource(), fit.outOf());
  }
}
