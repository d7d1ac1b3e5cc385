package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.Affinity;
import dev.jubelet.model.scheduling.NodeAffinity;
import dev.jubelet.model.scheduling.NodeSelector;
import dev.jubelet.model.scheduling.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The node must have the labels that the pod's selector and its required affinity ask for. */
public final class NodeAffinityRule implements AdmissionRule {
  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    if (hasAll(node.labels(), candidate.spec().nodeSelector())
        && suits(required(candidate.spec().affinity()), node)) {
      return AdmissionVerdict.ADMITTED;
    }
    return AdmissionVerdict.failedPredicate(
        "NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
  }

  private static boolean hasAll(Map<String, String> labels, Map<String, String> wanted) {
    return wanted.entrySet().stream().allMatch(w -> w.getValue().equals(labels.get(w.getKey())));
  }

  private static @Nullable NodeSelector required(@Nullable Affinity affinity) {
    NodeAffinity nodes = affinity == null ? null : affinity.nodeAffinity();
    return nodes == null ? null : nodes.requiredDuringSchedulingIgnoredDuringExecution();
  }

  /** A selector that is absent suits every node. */
  public static boolean suits(@Nullable NodeSelector selector, NodeFacts node) {
    return selector == null
        || selector.nodeSelectorTerms().stream().anyMatch(term -> suits(term, node));
  }

  /** Kubernetes: a term without any requirement suits no node. */
  private static boolean suits(NodeSelectorTerm term, NodeFacts node) {
    if (term.matchExpressions().isEmpty() && term.matchFields().isEmpty()) {
      return false;
    }
    return term.matchExpressions().stream()
            .allMatch(r -> NodeRequirements.holdsForLabels(r, node.labels()))
        && term.matchFields().stream()
            .allMatch(r -> NodeRequirements.holdsForFields(r, node.nodeName()));
  }
}
