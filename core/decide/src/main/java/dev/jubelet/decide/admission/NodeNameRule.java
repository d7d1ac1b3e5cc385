package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import java.util.List;

/** A pod that names a node must name this one; a static pod need not name any. */
public final class NodeNameRule implements AdmissionRule {
  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    String wanted = candidate.spec().nodeName();
    if (wanted.isEmpty() || wanted.equals(node.nodeName())) {
      return AdmissionVerdict.ADMITTED;
    }
    return AdmissionVerdict.failedPredicate(
        "NodeName", "node(s) didn't match the requested node name");
  }
}
